import type { Site } from '../common/errors.js';
import type { Machine } from './machine.js';
import { lowering, machineOf, modelTitle } from '../models/index.js';
import { DRAIN_ALL, DRAIN_LOCATION } from '../models/lowering.js';
import { CUT, DONE, EXIT, FAIL, FENCE, JOIN, KIND_NAMES, PROGRESS, STORE, STUCK } from '../operations/operation.js';
import type { Step } from './schedule.js';
import { isChildOf, parentOf, threadPath } from '../program/threads.js';
import { waitsFor } from '../states/waiting.js';

/** The reason why a step cannot be taken, for judging whether the schedule belongs to the program. */
export interface Impossibility {
  readonly reason: string;
  /** Current place of the thread that prevents the step. */
  readonly site: Site | undefined;
  readonly hint: string;
}

const CHANGED =
  'the program has changed since the schedule was recorded, or was compiled differently (flags, compiler, --unroll), or the schedule is for another --model';
const OTHER_MODEL = 'the schedule is for another model: pass it with --model';

/** Explains why the machine cannot take this step now. */
export function whyImpossible(machine: Machine, step: Step): Impossibility {
  const t = machine.states.threads.find(step.thread);
  if (t === undefined || stateOf(machine, t) === 0) return notStarted(machine, step.thread);
  return step.kind === 'run' ? cannotRun(machine, t, step) : cannotCommit(machine, t, step.rank);
}

/** Returns the local state of a thread; 0: not started. */
function stateOf({ local }: Machine, t: number): number {
  return local[t] ?? 0;
}

function notStarted(machine: Machine, handle: number): Impossibility {
  const { threads, initial } = machine.states;
  const path = threadPath(handle);
  const parentHandle = parentOf(handle);
  if (parentHandle === 0) {
    const names = threads.names.slice(0, initial.length).join(', ');
    return { reason: `there is no thread ${path}: the program starts with ${names}`, site: undefined, hint: CHANGED };
  }
  const parent = threads.find(parentHandle);
  if (parent === undefined || stateOf(machine, parent) === 0) {
    const reason = `there is no thread ${path}, nor ${threadPath(parentHandle)}, which would have to start it`;
    return { reason, site: undefined, hint: CHANGED };
  }
  const started = threads.handles.filter((each, t) => isChildOf(each, parentHandle) && stateOf(machine, t) !== 0);
  const name = threads.names[parent]!;
  return told(
    machine,
    parent,
    `thread ${path} has not been started: ${name} has started ${started.length === 0 ? 'none' : started.length} so far`,
  );
}

/** Returns the reason, with the place where the thread is or ended. */
function told({ states, local, passed, position }: Machine, t: number, reason: string, hint = CHANGED): Impossibility {
  const state = local[t]!;
  const failure = states.kind[state] === FAIL ? states.failure(state) : undefined;
  // The end of a thread has no site; the operation before it does.
  const isEnd = states.kind[state] === DONE || states.kind[state] === FAIL;
  const shown = isEnd && position[t]! > 0 ? passed.stateAt(t, position[t]! - 1) : state;
  const { site, text } = states.labels.get(states.label[shown]!);
  const place = failure?.site ?? site;
  return { reason: place === undefined ? `${reason} (at ${text})` : reason, site: place, hint };
}

type RunStep = Extract<Step, { kind: 'run' }>;

function cannotRun(machine: Machine, t: number, { choice, isStore = false }: RunStep): Impossibility {
  const { states } = machine;
  const state = machine.local[t]!;
  const kind = states.kind[state]!;
  const name = states.threads.names[t]!;
  if (kind >= DONE) return told(machine, t, `${name} ${whyEnded(machine, state)}`);
  if (choice !== 0 && isStore !== (kind === STORE)) {
    const rule = isStore ? 'only stores can be placed before others' : 'only loads can return old values';
    return told(machine, t, `the next operation of ${name} is a ${KIND_NAMES[kind]!}, and ${rule}`);
  }
  if (choice !== 0 && choice >= machine.choices(t)) {
    // Operations without a location have only one choice.
    if (kind >= FENCE)
      return told(machine, t, `the next operation of ${name} is a ${KIND_NAMES[kind]!}, which reads no value`);
    const place = states.locations.name(states.location[state]!);
    const what = isStore
      ? `place its store before that many stores to ${place}`
      : `read a value of ${place} that is older than the model allows`;
    return told(machine, t, `${name} cannot ${what}`, OTHER_MODEL);
  }
  return told(machine, t, `${name} waits ${whatFor(machine, t, choice)}`);
}

function whyEnded({ states }: Machine, state: number): string {
  switch (states.kind[state]) {
    case FAIL:
      return `has failed: ${states.failure(state).message}`;
    case CUT:
      return 'is not explored further: an assumption does not hold, or a bound such as --unroll was reached';
    case STUCK:
      return `waits ${waitsFor(states, state)}`;
    case EXIT:
      return 'has ended the program';
    default:
      return 'has ended';
  }
}

function whatFor(machine: Machine, t: number, choice: number): string {
  const { states, memory } = machine;
  const state = machine.local[t]!;
  const location = states.location[state]!;
  const flags = lowering(machine.model)[states.code[state]!]!;
  if ((flags & DRAIN_ALL) !== 0 && !memory.drained(t)) return 'for its stores to reach memory';
  if ((flags & DRAIN_LOCATION) !== 0 && !memory.drainedFor(t, location)) {
    return `for its stores to ${states.locations.name(location)} to reach memory`;
  }
  if (states.kind[state] === JOIN && memory.pending(states.operand[state]!) > 0) {
    return `for the stores of ${states.threads.names[states.operand[state]!]!} to reach memory`;
  }
  const what = waitsFor(states, state);
  if (location < 0 || states.comparison[state]! >= PROGRESS) return what;
  const value = memory.peek(t, location, choice);
  if (!states.locations.isMutex(location)) return `${what}, and it is ${states.locations.show(value, location)}`;
  const holder = states.threads.find(value);
  return holder === undefined ? what : `${what}, which ${states.threads.names[holder]!} holds`;
}

function cannotCommit(machine: Machine, t: number, rank: number): Impossibility {
  const name = machine.states.threads.names[t]!;
  const { buffers } = machineOf(machine.model);
  if (buffers === 'none') {
    const reason = `no store of ${name} is pending: under ${modelTitle(machine.model)} they reach memory at once`;
    return told(machine, t, reason, OTHER_MODEL);
  }
  const pending = machine.memory.pending(t);
  if (pending === 0) return told(machine, t, `${name} has no pending store`);
  if (rank >= pending) return told(machine, t, `${name} has ${pending} pending store${pending === 1 ? '' : 's'} only`);
  const hint = buffers === 'thread' ? OTHER_MODEL : CHANGED;
  return told(machine, t, `an older store of ${name} must reach memory first`, hint);
}
