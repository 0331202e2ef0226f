import { types } from '#host/types';
import { seeWithin } from '../memory/views/find-shared-memory.js';
import type { Expect } from './later-assertions.js';
import { laterAssertions } from './later-assertions.js';
import { assertionCounter, noteAssertion } from './counted-assertions.js';
import { current } from '../world/running/current.js';
import { isObject } from '../world/objects/is-object.js';
import { unsupported } from '../world/running/unsupported.js';

/**
 * Names of test runner assertions that look inside the values they compare. Other assertions only look at the value
 * itself.
 */
const COMPARING =
  /equal|eql|match|contain|include|member|propert|same|snapshot|calledwith|returnedwith|return|close|every|some/i;

/** Functions of `expect` that belong to a test of the runner, and assertions with its snapshots. */
const OF_RUNNER: ReadonlySet<unknown> = new Set(['soft', 'poll', 'extend', 'addSnapshotSerializer']);
const SNAPSHOT = /snapshot$/i;

const wrapped = new WeakMap<object, object>();
const behind = new WeakMap<object, object>();

/**
 * Wraps the assertions of a test runner, which are not instrumented. Before an assertion compares values, shared memory
 * inside them is read visibly. `subjects`: arguments of `expect`.
 */
export function seenAssertions<T>(assertions: T, subjects: readonly unknown[] = [], expect?: Expect): T {
  if (!isObject(assertions) || types.isPromise(assertions)) return assertions;
  const known = subjects.length === 0 ? wrapped.get(assertions) : undefined;
  if (known !== undefined) return known as T;
  const proxy = new Proxy<object>(assertions, {
    apply: (target, self, args: readonly unknown[]) => {
      if (isExpect(target)) noteAssertion();
      const result: unknown = Reflect.apply(target as () => unknown, own(self), args.map(own));
      if (current.run === undefined) return result;
      return seenAssertions(result, [...subjects, ...args].filter(isObject), target as Expect);
    },
    get: (target, key) => {
      if ((key === 'assertions' || key === 'hasAssertions') && isExpect(target)) return assertionCounter(key);
      if (current.run !== undefined && isOfRunner(target, key))
        throw unsupported(`expect….${String(key)} needs a test of the runner`, 'compare with the expected value here');
      if ((key === 'resolves' || key === 'rejects') && expect !== undefined && current.run !== undefined)
        return laterAssertions(expect, subjects[0], key);
      const value: unknown = Reflect.get(target, key);
      if (current.run === undefined || !isObject(value) || isFixed(target, key)) return value;
      const seen = seenAssertions(value, subjects);
      return typeof value === 'function' && COMPARING.test(String(key))
        ? seeing(seen as () => unknown, subjects)
        : seen;
    },
  });
  if (subjects.length === 0) wrapped.set(assertions, proxy);
  behind.set(proxy, assertions);
  return proxy as T;
}

function seeing(assertion: (...given: readonly unknown[]) => unknown, subjects: readonly unknown[]): unknown {
  return new Proxy(assertion, {
    apply: (target, self, args: readonly unknown[]) => {
      seeWithin([...subjects, ...args]);
      return Reflect.apply(target, self, args);
    },
  });
}

/** Whether it is `expect` itself. */
function isExpect(target: object): boolean {
  return typeof target === 'function' && 'assertions' in target && 'hasAssertions' in target;
}

function isOfRunner(target: object, key: PropertyKey): boolean {
  if (typeof key !== 'string' || !(key in target)) return false;
  return SNAPSHOT.test(key) || (OF_RUNNER.has(key) && isExpect(target));
}

function own<T>(value: T): T {
  return isObject(value) ? ((behind.get(value) as T | undefined) ?? value) : value;
}

/** Returns whether a proxy must return exactly the property's value. */
function isFixed(target: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(target, key);
  return property?.configurable === false && property.writable === false;
}
