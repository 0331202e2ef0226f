import { encodeFunction } from '../operations/atomics.js';
import { codeOf } from '../operations/codes.js';
import type { Operation } from '../operations/operation.js';
import { COMPARISONS, JOIN, RMW, SPAWN, STORE } from '../operations/operation.js';
import type { Threads } from '../program/threads.js';
import type { Failure } from '../program/verdict.js';
import type { LabelTable } from './labels.js';
import type { Locations } from './locations.js';
import type { StateColumns } from './state-columns.js';

/** The recorded local states, and the tables they refer to. */
interface Record extends StateColumns {
  readonly threads: Threads;
  readonly locations: Locations;
  readonly labels: LabelTable;
  threadOf(state: number): number;
}

/** Whether this is the operation of the state. */
export function isAsRecorded(record: Record, state: number, op: Operation): boolean {
  if (record.kind[state] !== op.kind || record.code[state] !== codeOf(op)) return false;
  if (record.fn[state] !== encodeFunction(op.fn, op.width)) return false;
  if (record.comparison[state] !== COMPARISONS.indexOf(op.until) || record.awaited[state] !== op.awaited) return false;
  if (op.kind === SPAWN) return true;
  if (op.kind === JOIN) return record.operand[state] === record.threads.find(op.value);
  const location = record.location[state]!;
  return (
    record.operand[state] === operandOf(record, op, record.threadOf(state)) &&
    record.second[state] === op.expected &&
    (op.address < 0 || location < 0 || record.locations.find(op.address) === location)
  );
}

/** Returns the operand of an operation: taking a mutex stores the thread's handle. */
export function operandOf(
  { transitions, threads }: Pick<Record, 'transitions' | 'threads'>,
  op: Operation,
  thread: number,
): number {
  if (op.transition !== undefined && op.kind !== STORE) return transitions.intern(op.transition);
  const takes = op.kind === RMW && op.mutex && (op.until !== '' || op.fn === 'cas');
  return takes ? threads.handles[thread]! : op.value;
}

/** Returns the failure of a thread that unlocks a mutex it does not hold. */
export function notHeld(record: Record, unlock: number): Failure {
  const { site } = record.labels.get(record.label[unlock]!);
  const mutex = record.locations.name(record.location[unlock]!);
  const thread = record.threads.names[record.threadOf(unlock)]!;
  const message = `${thread} unlocks ${mutex}, which it does not hold`;
  return { kind: 'crash', message, thread, ...(site && { site }) };
}
