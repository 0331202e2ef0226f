import type { InstructionProgram, LocalStates } from '@fencepost/core';
import {
  CAS,
  FENCE,
  JOIN,
  LOAD,
  LocalStates as States,
  Machine,
  OBJECT,
  ORDER_BITS,
  RMW,
  SPAWN,
  STORE,
  functionOf,
  fromInstructions,
  orderInCode,
} from '@fencepost/core';
import type { RecordedEvents } from '@fencepost/recording';

/** One SC execution as a recording. Sites are labels of the program. */
export interface ScRun {
  readonly states: LocalStates;
  readonly roots: number;
  /** The threads in the order they ran. */
  readonly order: readonly number[];
  readonly initialValue: (place: number) => bigint | undefined;
  feed(events: RecordedEvents): number;
}

/** Runs the program under SC. The numbers choose the next thread, cyclically. */
export function scRun(source: InstructionProgram, choices: readonly number[], most = 1000): ScRun {
  const states = new States(fromInstructions(source));
  const machine = new Machine(states, 'sc');
  const order: number[] = [];
  while (order.length < most) {
    const ready = [...machine.local.keys()].filter((t) => machine.local[t] !== 0 && machine.canRun(t));
    if (ready.length === 0) break;
    const t = ready[(choices[order.length % choices.length] ?? 0) % ready.length]!;
    machine.run(t);
    order.push(t);
  }
  return runOf(states, order);
}

/** Returns the execution of a program in which threads run in this order. */
export function runOf(states: LocalStates, order: readonly number[]): ScRun {
  return {
    states,
    roots: states.initial.length,
    order,
    initialValue: (place) => BigInt(states.locations.initial[place]!),
    feed: (events) => {
      const machine = new Machine(states, 'sc');
      for (const t of order) report(machine, t, events);
      return order.length;
    },
  };
}

/** Takes the step of thread t and reports it. */
function report(machine: Machine, t: number, events: RecordedEvents): void {
  const { states } = machine;
  const state = machine.local[t]!;
  const location = states.location[state]!;
  const code = states.code[state]!;
  const site = states.label[state]!;
  const operand = states.operand[state]!;
  const writes = machine.willWrite(t);
  const before = location < 0 ? 0 : machine.memory.m[location]!;
  machine.run(t);
  const after = location < 0 ? 0 : machine.memory.m[location]!;
  switch (states.kind[state]) {
    case LOAD:
      events.load(t, location, code, site);
      return;
    case STORE:
      events.store(t, location, code, site, after, after >> 31);
      return;
    case RMW: {
      const isSwap = functionOf(states.fn[state]!) === CAS || !writes;
      if (!isSwap) {
        events.update(t, location, code, site, after, after >> 31);
        return;
      }
      const isObject = code >> ORDER_BITS === OBJECT;
      const expected = isObject && !writes ? before + 1 : states.second[state]!;
      const change = { expectedLow: expected, expectedHigh: expected >> 31, low: operand, high: operand >> 31 };
      if (writes) events.swap(t, location, code, site, change);
      else {
        const failureOrder = orderInCode(states.failureCode[state]!);
        events.failedSwap(t, location, code, site, { ...change, failureOrder });
      }
      return;
    }
    case FENCE:
      events.fence(t, code, site);
      return;
    case SPAWN:
      events.spawn(t, operand, site);
      return;
    case JOIN:
      events.join(t, operand, site);
      return;
    default:
      throw new Error('no event');
  }
}
