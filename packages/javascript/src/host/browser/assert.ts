import { rejections } from '../../async/rejections.js';
import { AssertionError, complaint } from './assertion-error.js';
import { isDeepEqual } from './deep-equal.js';
import { text } from './text.js';

/* `node:assert`, with the same messages for values that fit on one line. */

type Message = string | Error | undefined;
type Comparison = (actual: unknown, expected: unknown, message?: Message) => void;
type Pattern = RegExp | (new () => object) | ((error: unknown) => unknown) | object;

interface Failure {
  readonly message: Message;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;
}

function failed({ message, ...rest }: Failure, generated: (message?: string) => string): never {
  if (message instanceof Error) throw message;
  throw new AssertionError({ ...rest, message: generated(message), generatedMessage: message === undefined });
}

function comparison(operator: string, holds: (a: unknown, b: unknown) => boolean): Comparison {
  return (actual, expected, message) => {
    if (!holds(actual, expected)) {
      failed({ message, actual, expected, operator }, (given) => complaint(operator, actual, expected, given));
    }
  };
}

// eslint-disable-next-line eqeqeq -- loosely
const areEqual = (a: unknown, b: unknown): boolean => a == b || (Number.isNaN(a) && Number.isNaN(b));

const LOOSE = {
  equal: comparison('==', areEqual),
  notEqual: comparison('!=', (a, b) => !areEqual(a, b)),
  deepEqual: comparison('deepEqual', (a, b) => isDeepEqual(a, b, false)),
  notDeepEqual: comparison('notDeepEqual', (a, b) => !isDeepEqual(a, b, false)),
};

const STRICT = {
  strictEqual: comparison('strictEqual', Object.is),
  notStrictEqual: comparison('notStrictEqual', (a, b) => !Object.is(a, b)),
  deepStrictEqual: comparison('deepStrictEqual', (a, b) => isDeepEqual(a, b, true)),
  notDeepStrictEqual: comparison('notDeepStrictEqual', (a, b) => !isDeepEqual(a, b, true)),
};

function ok(...given: readonly [value?: unknown, message?: Message]): void {
  const [actual, message] = given;
  if (Boolean(actual)) return;
  failed(
    { message, actual, expected: true, operator: '==' },
    (own) =>
      own ?? (given.length === 0 ? 'No value argument passed to `assert.ok()`' : `${text.inspect(actual)} == true`),
  );
}

function fail(message?: Message): never {
  return failed({ message, actual: undefined, expected: undefined, operator: 'fail' }, (own) => own ?? 'Failed');
}

function ifError(error: unknown): void {
  if (error === undefined || error === null) return;
  const shown = error instanceof Error ? error.message || error.name : text.inspect(error);
  const message = `ifError got unwanted exception: ${shown}`;
  throw new AssertionError({ actual: error, expected: null, operator: 'ifError', message, generatedMessage: false });
}

function throws(action: () => unknown, ...rest: readonly [expected?: Pattern | string, message?: Message]): void {
  const expected = typeof rest[0] === 'string' ? undefined : rest[0];
  const message = typeof rest[0] === 'string' ? rest[0] : rest[1];
  let thrown: { readonly error: unknown };
  try {
    action();
    const suffix = message === undefined ? '.' : `: ${String(message)}`;
    const failure = { actual: undefined, expected, operator: 'throws', generatedMessage: false };
    thrown = { error: new AssertionError({ ...failure, message: `Missing expected exception${suffix}` }) };
  } catch (error) {
    if (expected === undefined || fits(error, expected)) return;
    thrown = { error };
  }
  throw thrown.error;
}

function fits(error: unknown, expected: Pattern): boolean {
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected !== 'function') {
    return Object.entries(expected).every(([key, value]) => {
      const found: unknown = Reflect.get(Object(error) as object, key);
      return value instanceof RegExp && typeof found === 'string' ? value.test(found) : isDeepEqual(found, value, true);
    });
  }
  if (expected.prototype !== undefined && error instanceof expected) return true;
  if (Error.isPrototypeOf(expected)) return false;
  return (expected as (error: unknown) => unknown)(error) === true;
}

function doesNotThrow(action: () => unknown, ...rest: readonly [expected?: Pattern | string, message?: Message]): void {
  try {
    action();
  } catch (error) {
    const [expected] = rest;
    if (expected !== undefined && typeof expected !== 'string' && !fits(error, expected)) throw error;
    const actual = error instanceof Error ? error.message : String(error);
    const message = `Got unwanted exception.\nActual message: "${actual}"`;
    throw new AssertionError({ actual: error, expected, operator: 'doesNotThrow', message, generatedMessage: false });
  }
}

function matching(
  operator: 'match' | 'doesNotMatch',
  words: string,
): (input: string, pattern: RegExp, message?: Message) => void {
  return (actual, expected, message) => {
    const holds = typeof actual === 'string' && expected.test(actual) === (operator === 'match');
    if (holds) return;
    failed(
      { message, actual, expected, operator },
      (own) =>
        own ??
        (typeof actual === 'string'
          ? `The input ${words} the regular expression ${String(expected)}. Input:\n\n${text.inspect(actual)}\n`
          : `The "string" argument must be of type string. Received ${text.inspect(actual)}`),
    );
  };
}

const others = {
  AssertionError,
  fail,
  ok,
  throws,
  doesNotThrow,
  ifError,
  match: matching('match', 'did not match'),
  doesNotMatch: matching('doesNotMatch', 'was expected to not match'),
  ...rejections({ AssertionError, throws: (action, ...expected) => throws(action, ...(expected as [])) }),
};

type Assert = typeof ok & typeof others & typeof LOOSE & typeof STRICT;

const callable = (): typeof ok => {
  const assert = (...given: Parameters<typeof ok>): void => ok(...given);
  return assert;
};

/** Assertions of `node:assert/strict`, which replace the loose ones. */
const strict = Object.assign(callable(), others, STRICT, {
  equal: STRICT.strictEqual,
  notEqual: STRICT.notStrictEqual,
  deepEqual: STRICT.deepStrictEqual,
  notDeepEqual: STRICT.notDeepStrictEqual,
});

export const assert: Assert & { readonly strict: Assert } = Object.assign(
  Object.assign(callable(), others, LOOSE, STRICT),
  { strict },
);
Object.assign(strict, { strict });
