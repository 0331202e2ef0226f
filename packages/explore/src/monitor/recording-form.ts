import { FencepostError, ORDERS, RMW_FUNCTIONS } from '@fencepost/core';

const OPERATIONS: readonly unknown[] = ['load', 'store', 'fence', ...RMW_FUNCTIONS];

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isWord = (value: unknown): boolean => typeof value === 'number' && (value | 0) === value;
const isLine = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isSite = (value: unknown): boolean =>
  isObject(value) && isText(value['file']) && isLine(value['line']) && isLine(value['column'] ?? 0);

/** The types of an operation's fields, if present. */
const FIELDS: Readonly<Record<string, readonly [is: (value: unknown) => boolean, what: string]>> = {
  thread: [isText, 'a text'],
  op: [(value) => OPERATIONS.includes(value), `one of ${OPERATIONS.join(', ')}`],
  place: [isText, 'a text'],
  value: [isWord, 'a 32-bit integer'],
  expected: [isWord, 'a 32-bit integer'],
  order: [(value) => (ORDERS as readonly unknown[]).includes(value), `one of ${ORDERS.join(', ')}`],
  site: [isSite, '{"file": …, "line": …}'],
};

/** Recordings come from files, so their form is checked. */
export function checkForm(recording: unknown): void {
  if (!isObject(recording) || recording['version'] !== 1 || !Array.isArray(recording['operations'])) {
    throw bad('this is not a recording of version 1');
  }
  const { name = '', initial = {} } = recording;
  if (!isText(name)) throw bad('the name of the recording is not a text');
  if (!isObject(initial) || !Object.values(initial).every(isWord)) {
    throw bad("'initial' of the recording is not an object with 32-bit integers");
  }
  recording['operations'].forEach((each: unknown, i) => checkOperation(each, `operation ${i + 1} of the recording`));
}

function checkOperation(operation: unknown, which: string): void {
  if (!isObject(operation)) throw bad(`${which} is not an object`);
  for (const needed of ['thread', 'op']) if (!(needed in operation)) throw bad(`${which} has no '${needed}'`);
  for (const [field, [is, what]] of Object.entries(FIELDS)) {
    if (operation[field] !== undefined && !is(operation[field])) throw bad(`'${field}' of ${which} is not ${what}`);
  }
}

function bad(message: string): FencepostError {
  return new FencepostError('BAD_RECORDING', message, {
    hint: 'a recording is {"version": 1, "name": …, "operations": [{"thread": …, "op": …}, …]}',
  });
}
