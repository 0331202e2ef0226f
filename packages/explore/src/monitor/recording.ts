import type { MemoryOrder, Operation, Program, RmwFunction, Site } from '@fencepost/core';
import {
  FencepostError,
  LocalStates,
  Machine,
  Recorder,
  compareExchange,
  fence,
  load,
  rmw,
  store,
} from '@fencepost/core';
import type { MonitoredModel } from './explore-monitored.js';
import { MONITORS, together } from './monitors.js';
import type { Violation } from './violation.js';
import type { Witness } from './witness.js';
import { witnessOf } from './witness.js';

/** Operations between two times that what is kept for taking steps back is let go. */
const SETTLE_EVERY = 1000;

/** One operation of a recorded execution. */
export interface RecordedOperation {
  readonly thread: string;
  readonly op: 'load' | 'store' | 'fence' | RmwFunction;
  /** Name of the place in memory; not for a fence. */
  readonly place?: string;
  /** Stored, or operand of a read-modify-write. */
  readonly value?: number;
  /** Of a `cas`. */
  readonly expected?: number;
  readonly order?: MemoryOrder;
  readonly site?: Site;
}

/** An execution under SC, operation by operation in the order they happened. Plain JSON: the trace file. */
export interface Recording {
  readonly version: 1;
  readonly name: string;
  /** Initial values of places; 0 where absent. */
  readonly initial?: Readonly<Record<string, number>>;
  readonly operations: readonly RecordedOperation[];
}

export interface RecordingReport {
  readonly states: LocalStates;
  readonly operations: number;
  readonly violations: readonly (Violation & { readonly witness: Witness })[];
}

/**
 * What a recorded execution could have done otherwise under TSO or PSO, had it been a little unlucky. No program is
 * needed: the recording is taken for one, each of whose threads does what it did there, whatever it reads.
 */
export function monitorRecording(recording: Recording, models: readonly MonitoredModel[]): RecordingReport {
  if ((recording.version as number) !== 1) {
    throw new FencepostError('BAD_RECORDING', 'this is no recording of version 1', {
      hint: 'a recording is {"version": 1, "name": …, "operations": […]}',
    });
  }
  const threads = [...new Set(recording.operations.map(({ thread }) => thread))];
  const states = new LocalStates(programOf(recording, threads));
  const machine = new Machine(states, 'sc', new Recorder());
  const violations: (Violation & { witness: Witness })[] = [];
  const onViolation = (violation: Violation): void => {
    const witness = witnessOf(states, machine.recorder!, violation);
    if (witness === undefined) throw new Error('a monitor reported a violation that cannot be made to happen');
    violations.push({ ...violation, witness });
  };
  const observer = together(models.map((model) => MONITORS[`borderline-${model}`](states, onViolation)));
  recording.operations.forEach(({ thread }, i) => {
    const t = threads.indexOf(thread);
    observer.step(t, machine.local[t]!, machine.willWrite(t));
    machine.run(t);
    if (i % SETTLE_EVERY === 0) observer.settle();
  });
  return { states, operations: recording.operations.length, violations };
}

function programOf(recording: Recording, threads: readonly string[]): Program {
  const places = [...new Set(recording.operations.flatMap(({ place }) => (place === undefined ? [] : [place])))];
  const addresses = new Map(places.map((place, address) => [place, address]));
  const lists = threads.map((thread) =>
    recording.operations.flatMap((each, i) => (each.thread === thread ? [operationOf(each, i, addresses)] : [])),
  );
  return {
    name: recording.name,
    threads: lists.map((operations, i) => ({
      name: threads[i]!,
      *body(): Generator<Operation, void, number> {
        for (const operation of operations) yield operation;
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
