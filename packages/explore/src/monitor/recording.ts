import type { MemoryOrder, ModelName, Operation, Program, RmwFunction, Site } from '@fencepost/core';
import {
  FencepostError,
  LocalStates,
  Machine,
  REFERENCE_MODEL,
  Recorder,
  compareExchange,
  fence,
  load,
  rmw,
  store,
} from '@fencepost/core';
import { checkForm } from './recording-form.js';
import type { WitnessedViolation } from './witnessed.js';
import { witnessedMonitors } from './witnessed.js';

/** Number of operations after which the undo log is dropped. */
const SETTLE_EVERY = 1000;

/** One operation of a recorded execution. */
export interface RecordedOperation {
  readonly thread: string;
  readonly op: 'load' | 'store' | 'fence' | RmwFunction;
  /** Name of the place in memory; not for a fence. */
  readonly place?: string;
  /** The value stored, or the operand of a read-modify-write. */
  readonly value?: number;
  /** Of a `cas`. */
  readonly expected?: number;
  readonly order?: MemoryOrder;
  readonly site?: Site;
}

/** An execution under SC, operation by operation in the order they happened. Plain JSON: the format of trace files. */
export interface Recording {
  readonly version: 1;
  readonly name: string;
  /** Initial values of places; 0 where absent. */
  readonly initial?: Readonly<Record<string, number>>;
  readonly operations: readonly RecordedOperation[];
}

/** What monitors found in a recorded execution. */
export interface RecordingReport {
  readonly states: LocalStates;
  readonly operations: number;
  readonly violations: readonly WitnessedViolation[];
}

/**
 * How a recorded execution could have differed under the models. No program is needed: the recording serves as one
 * whose threads do the same whatever they read.
 */
export function monitorRecording(recording: Recording, models: readonly ModelName[]): RecordingReport {
  checkForm(recording);
  const { operations } = recording;
  const threads = new Map<string, number>();
  for (const { thread } of operations) if (!threads.has(thread)) threads.set(thread, threads.size);
  const states = new LocalStates(programOf(recording, [...threads.keys()]));
  const recorder = new Recorder();
  const machine = new Machine(states, REFERENCE_MODEL, recorder);
  const violations: WitnessedViolation[] = [];
  const observer = witnessedMonitors(
    states,
    models,
    () => recorder,
    (violation) => violations.push(violation),
  );
  operations.forEach(({ thread }, i) => {
    const t = threads.get(thread)!;
    observer.step(t, machine.local[t]!, machine.willWrite(t));
    machine.run(t);
    if (i % SETTLE_EVERY === 0) observer.settle();
  });
  return { states, operations: operations.length, violations };
}

function programOf(recording: Recording, threads: readonly string[]): Program {
  const addresses = new Map<string, number>();
  const lists = new Map<string, Operation[]>(threads.map((thread) => [thread, []]));
  recording.operations.forEach((each, i) => {
    const { place } = each;
    if (place !== undefined && !addresses.has(place)) addresses.set(place, addresses.size);
    lists.get(each.thread)!.push(operationOf(each, i, addresses));
  });
  const places = [...addresses.keys()];
  return {
    name: recording.name,
    threads: threads.map((name) => ({
      name,
      *body(): Generator<Operation, void, number> {
        yield* lists.get(name)!;
      },
    })),
    initialValue: (address) => recording.initial?.[places[address]!] ?? 0,
    nameOf: (address) => places[address] ?? `[${address}]`,
  };
}

function operationOf(recorded: RecordedOperation, i: number, addresses: ReadonlyMap<string, number>): Operation {
  const { op, order, site, value = 0, expected = 0 } = recorded;
  if (op === 'fence') return fence(order, site);
  const address = addresses.get(recorded.place ?? '');
  if (address === undefined) {
    throw new FencepostError('BAD_RECORDING', `operation ${i + 1} of the recording, a ${op}, names no place`);
  }
  switch (op) {
    case 'load':
      return load(address, order, site);
    case 'store':
      return store(address, value, order, site);
    case 'cas':
      return compareExchange(address, expected, value, order, site);
    default:
      return rmw(op, address, value, order, site);
  }
}
