import { FencepostError, ORDERS, RMW_FUNCTIONS } from '@fencepost/core';
import { INTEGER, isInRange } from './values.js';

const OPERATIONS: readonly unknown[] = [
  ...['load', 'store', 'fence', 'spawn', 'join', 'lock', 'unlock', 'free'],
  ...RMW_FUNCTIONS,
];
const WIDTHS: readonly unknown[] = [8, 16, 32, 64];

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isLine = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isSite = (value: unknown): boolean =>
  isObject(value) && isText(value['file']) && isLine(value['line']) && isLine(value['column'] ?? 0);
const isInteger = (value: unknown): value is number | string =>
  typeof value === 'string' ? INTEGER.test(value) : Number.isSafeInteger(value);

/** The types of an operation's fields, if present. */
const FIELDS: Readonly<Record<string, readonly [is: (value: unknown) => boolean, what: string]>> = {
  thread: [isText, 'a text'],
  op: [(value) => OPERATIONS.includes(value), `one of ${OPERATIONS.join(', ')}`],
  place: [isText, 'a text'],
  width: [(value) => WIDTHS.includes(value), `one of ${WIDTHS.join(', ')}`],
  child: [isText, 'a text'],
  order: [(value) => (ORDERS as readonly unknown[]).includes(value), `one of ${ORDERS.join(', ')}`],
  site: [isSite, '{"file": …, "line": …}'],
};
/** Fields that hold a value of the operation's width. */
const VALUES = ['value', 'expected', 'read'];

/** The field that an operation needs, by operation. */
const NEEDED: Readonly<Record<string, string>> = { spawn: 'child', join: 'child', fence: 'thread' };

/** Checks the form of a recording, which comes from a file. */
export function checkForm(recording: unknown): void {
  if (!isObject(recording) || recording['version'] !== 1 || !Array.isArray(recording['operations'])) {
    throw bad('this is not a recording of version 1');
  }
  const { name = '', initial = {} } = recording;
  if (!isText(name)) throw bad('the name of the recording is not a text');
  if (!isObject(initial) || !Object.values(initial).every((value) => isInteger(value) && isInRange(value, 64))) {
    throw bad("'initial' of the recording is not an object with integers of at most 64 bits");
  }
  recording['operations'].forEach((each: unknown, i) => checkOperation(each, `operation ${i + 1} of the recording`));
}

function checkOperation(operation: unknown, which: string): void {
  if (!isObject(operation)) throw bad(`${which} is not an object`);
  for (const needed of ['thread', 'op']) if (!(needed in operation)) throw bad(`${which} has no '${needed}'`);
  for (const [field, [is, what]] of Object.entries(FIELDS)) {
    if (operation[field] !== undefined && !is(operation[field])) throw bad(`'${field}' of ${which} is not ${what}`);
  }
  const { op, width = 32 } = operation as { op: string; width?: number };
  for (const field of VALUES) {
    const value = operation[field];
    if (value === undefined || (isInteger(value) && isInRange(value, width))) continue;
    throw bad(`'${field}' of ${which} is not an integer of ${width} bits`);
  }
  const needed = NEEDED[op] ?? 'place';
  if (operation[needed] === undefined) {
    const what = needed === 'place' ? 'names no place' : `names no '${needed}'`;
    throw bad(`${which}, a ${op}, ${what}`);
  }
}

function bad(message: string): FencepostError {
  return new FencepostError('BAD_RECORDING', message, {
    hint: 'a recording is {"version": 1, "name": …, "operations": [{"thread": …, "op": …}, …]}',
  });
}
