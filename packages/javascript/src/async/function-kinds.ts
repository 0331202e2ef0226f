import { ASYNC_GENERATOR_MARK, ASYNC_MARK } from '../transform/walk/function-kinds.js';
import { emittedText } from '../world/objects/emitted-text.js';
import { asyncGeneratorPrototype } from './async-generators.js';

type AnyFunction = (...parameters: never[]) => unknown;

/** %AsyncFunction.prototype% */
const ASYNC = Object.getPrototypeOf(async () => Promise.resolve()) as object;

/** %AsyncGeneratorFunction.prototype%, with Fencepost's async generators. */
const ASYNC_GENERATOR = Object.create(
  Object.getPrototypeOf(async function* () {
    yield Promise.resolve();
  }) as object,
  { prototype: { value: asyncGeneratorPrototype, configurable: true } },
) as object;
Object.defineProperty(asyncGeneratorPrototype, 'constructor', { value: ASYNC_GENERATOR, configurable: true });

// Original functions, saved before they are replaced.
const { ownKeys, setPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Reflect;

/** Gives the emitted function the kind it had in the source: async function or async generator function. */
function become(isGenerator: boolean, emitted: AnyFunction): void {
  setPrototypeOf(emitted, isGenerator ? ASYNC_GENERATOR : ASYNC);
  if (isGenerator) {
    const value = Object.create(asyncGeneratorPrototype) as object;
    defineProperty(emitted, 'prototype', { value, writable: true });
  } else if (Object.hasOwn(emitted, 'prototype')) (emitted as { prototype?: unknown }).prototype = undefined;
}

/** Returns whether the value is an async function of a program. */
export function isAsyncKind(value: unknown): boolean {
  return typeof value === 'function' && Object.getPrototypeOf(value) === ASYNC;
}

/** Returns whether the value is an async generator function of a program. */
export function isAsyncGeneratorKind(value: unknown): boolean {
  return typeof value === 'function' && Object.getPrototypeOf(value) === ASYNC_GENERATOR;
}

function kind(isGenerator: 0 | 1, named: AnyFunction | string, anonymous?: AnyFunction): AnyFunction {
  const emitted = typeof named === 'string' ? anonymous! : named;
  if (typeof named === 'string') defineProperty(emitted, 'name', { value: named, configurable: true });
  become(isGenerator === 1, emitted);
  return emitted;
}

function kindsAmong(owner: object): void {
  for (const key of ownKeys(owner)) {
    const value: unknown = getOwnPropertyDescriptor(owner, key)?.value;
    if (typeof value !== 'function') continue;
    const text = emittedText(value);
    const isGenerator = text.endsWith(`${ASYNC_GENERATOR_MARK}}`);
    if (isGenerator || text.endsWith(`${ASYNC_MARK}}`)) become(isGenerator, value as AnyFunction);
  }
}

function kinds<T extends object>(owner: T): T {
  kindsAmong(owner);
  if (typeof owner === 'function') kindsAmong((owner as { readonly prototype: object }).prototype);
  return owner;
}

/** Instruments that make functions async; see transform/function-kinds.ts. */
export const functionKinds = { kind, kinds };
