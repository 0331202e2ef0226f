import type { Transition } from '@fencepost/core';
import { transform } from '@fencepost/core';
import { current } from './current.js';
import type { World } from './world.js';

/** Makes an event visible, so that counterexamples show it. */
export function tellStep({ context, role }: World, what: string): void {
  current.run?.perform(transform(context.place('outside', role.thread), stepCalled(what)), 0);
}

const steps = new Map<string, Transition>();

/** Returns a step that changes nothing. Steps of the same name are the same object. */
function stepCalled(key: string): Transition {
  let step = steps.get(key);
  if (step === undefined) steps.set(key, (step = { key, apply: (old) => old, ordersNothing: true }));
  return step;
}
