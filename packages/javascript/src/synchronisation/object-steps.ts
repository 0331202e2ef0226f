import type { Operation, Transition } from '@fencepost/core';
import { transform } from '@fencepost/core';
import { current, theWorld } from '../world/running/current.js';
import type { World } from '../world/running/world.js';

const STATES = Symbol('states of synchronisation objects');

/**
 * Returns the states of objects as known in this world, by place: set by set-up code, then by the thread's own steps.
 */
function statesOf(world: World): Map<number, number> {
  return world.slot(STATES, () => new Map<number, number>());
}

/** Returns the state that the running thread would find without other threads. */
export function knownState(world: World, place: number): number {
  // Worker files run in worlds without set-up code: the context holds the states that it left.
  const initial = current.run === undefined ? 0 : (world.context.initialStates.get(place) ?? 0);
  return statesOf(world).get(place) ?? initial;
}

const operations = new WeakMap<Transition, Map<number, Operation>>();

/** Returns the operation of a step, interned if the step is. */
function operationOf(place: number, transition: Transition): Operation {
  let byPlace = operations.get(transition);
  if (byPlace === undefined) operations.set(transition, (byPlace = new Map<number, Operation>()));
  let operation = byPlace.get(place);
  if (operation === undefined) byPlace.set(place, (operation = transform(place, transition)));
  return operation;
}

/**
 * Takes one step of a synchronisation object: a visible operation of the running thread. Set-up code prepares the
 * initial state instead. Returns the old state.
 */
export function plainStep(place: number, transition: Transition): number {
  const world = theWorld();
  const { run } = current;
  const known = knownState(world, place);
  const old = run === undefined ? known : run.perform(operationOf(place, transition), known);
  statesOf(world).set(place, transition.apply(old));
  return old;
}

/** Returns the states that set-up code has left in this world, by place. They are the same in all worlds. */
export function initialInboxes(world: World): ReadonlyMap<number, number> {
  return statesOf(world);
}
