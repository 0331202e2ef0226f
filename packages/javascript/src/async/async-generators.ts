import type { AsyncIterator } from './async-iteration.js';
import { asyncIterator, checkResult } from './async-iteration.js';
import type { AsyncBody } from './async-body.js';
import { refuseConstruction } from './async-body.js';
import { guard } from '../world/running/guard.js';
import type { Capability } from './promise.js';
import { awaitValue, newCapability } from './promise.js';
import { addOwnClasses } from '../world/objects/own-classes.js';

/* States and steps follow ECMA-262, "AsyncGenerator Objects". */

type Kind = 'next' | 'throw' | 'return';

interface Resumption {
  readonly kind: Kind;
  readonly value: unknown;
}

interface Request extends Resumption {
  readonly capability: Capability;
}

/** Yielded by the body of an async generator to await a value. All other yielded values go to the consumer. */
class Awaited {
  constructor(readonly value: unknown) {}
}

/**
 * Yielded by `yield*`. The value comes from an async iterator, so it is not awaited; the reply is the whole
 * `Resumption`.
 */
class Delegated {
  constructor(readonly value: unknown) {}
}

/** Yielded by `yield*` to make the generator return. */
class Returned {
  constructor(readonly value: unknown) {}
}

/** Implements `await value` in an async generator. */
export function aw(value: unknown): unknown {
  return new Awaited(value);
}

type State =
  | 'suspended at start'
  | 'suspended at yield'
  | 'suspended in yield*'
  | 'executing'
  | 'draining'
  | 'completed';

class AsyncGenerator {
  #body: Generator<unknown, unknown, unknown>;
  #state: State = 'suspended at start';
  #queue: Request[] = [];

  constructor(body: Generator<unknown, unknown, unknown>) {
    this.#body = body;
  }

  next(value?: unknown): object {
    return AsyncGenerator.#request(this, 'next', value);
  }

  return(value?: unknown): object {
    return AsyncGenerator.#request(this, 'return', value);
  }

  throw(value?: unknown): object {
    return AsyncGenerator.#request(this, 'throw', value);
  }

  static #request(generator: object, kind: Kind, value: unknown): object {
    const capability = newCapability();
    if (!(#state in generator)) capability.reject(new TypeError(`${kind} method called on incompatible receiver`));
    else generator.#enqueue({ kind, value, capability });
    return capability.promise;
  }

  #enqueue(request: Request): void {
    const { kind, value, capability } = request;
    if (kind === 'throw' && this.#state === 'suspended at start') this.#state = 'completed';
    const isCompleted = this.#state === 'completed';
    if (isCompleted && kind === 'next') {
      capability.resolve({ value: undefined, done: true });
      return;
    }
    if (isCompleted && kind === 'throw') {
      capability.reject(value);
      return;
    }
    this.#queue.push(request);
    if (kind === 'return' && (isCompleted || this.#state === 'suspended at start')) this.#awaitReturn(request);
    else if (this.#state === 'suspended at start') this.#run('next', undefined);
    else if (this.#state === 'suspended at yield') this.#resume(request);
    else if (this.#state === 'suspended in yield*') this.#resumeDelegate(request);
  }

  #run(kind: Kind, value: unknown): void {
    this.#state = 'executing';
    let result: IteratorResult<unknown, unknown>;
    try {
      result = this.#body[kind](value);
    } catch (error) {
      guard(error);
      this.#state = 'draining';
      this.#reject(error);
      this.#drain();
      return;
    }
    if (result.done !== true) {
      this.#yielded(result.value);
      return;
    }
    this.#state = 'draining';
    this.#resolve(result.value, true);
    this.#drain();
  }

  #yielded(value: unknown): void {
    const goOn = (result: unknown): void => this.#run('next', result);
    const fail = (reason: unknown): void => this.#run('throw', reason);
    if (value instanceof Awaited) awaitValue(value.value, goOn, fail);
    else if (value instanceof Returned) this.#run('return', value.value);
    else if (value instanceof Delegated) {
      this.#resolve(value.value, false);
      const next = this.#queue[0];
      if (next === undefined) this.#state = 'suspended in yield*';
      else this.#resumeDelegate(next);
    } else awaitValue(value, (result) => this.#give(result), fail);
  }

  /** Completes a `yield` with its awaited value. */
  #give(value: unknown): void {
    this.#resolve(value, false);
    const next = this.#queue[0];
    if (next === undefined) this.#state = 'suspended at yield';
    else this.#resume(next);
  }

  #resume({ kind, value }: Resumption): void {
    this.#state = 'executing';
    if (kind === 'return') {
      awaitValue(
        value,
        (result) => this.#run('return', result),
        (reason) => this.#run('throw', reason),
      );
    } else this.#run(kind, value);
  }

  #resumeDelegate({ kind, value }: Resumption): void {
    this.#state = 'executing';
    const answer = (resumption: Resumption): void => this.#run('next', resumption);
    if (kind === 'return') {
      awaitValue(
        value,
        (result) => answer({ kind, value: result }),
        (reason) => answer({ kind: 'throw', value: reason }),
      );
    } else answer({ kind, value });
  }

  /** Handles a `return` request after the body has ended. */
  #awaitReturn({ value }: Resumption): void {
    this.#state = 'draining';
    awaitValue(
      value,
      (result) => {
        this.#resolve(result, true);
        this.#drain();
      },
      (reason) => {
        this.#reject(reason);
        this.#drain();
      },
    );
  }

  /** Settles the remaining requests after the body has ended. */
  #drain(): void {
    for (let request = this.#queue[0]; request !== undefined; request = this.#queue[0]) {
      if (request.kind === 'return') {
        this.#awaitReturn(request);
        return;
      }
      if (request.kind === 'throw') this.#reject(request.value);
      else this.#resolve(undefined, true);
    }
    this.#state = 'completed';
  }

  #resolve(value: unknown, done: boolean): void {
    this.#queue.shift()!.capability.resolve({ value, done });
  }

  #reject(reason: unknown): void {
    this.#queue.shift()!.capability.reject(reason);
  }
}

/** %AsyncGenerator.prototype% */
export const asyncGeneratorPrototype: object = AsyncGenerator.prototype;
Object.defineProperty(asyncGeneratorPrototype, Symbol.toStringTag, { value: 'AsyncGenerator', configurable: true });
/** %AsyncIteratorPrototype% */
const iteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf(
    async function* () {
      yield Promise.resolve();
    }.prototype as object,
  ) as object,
) as object;
Object.setPrototypeOf(asyncGeneratorPrototype, iteratorPrototype);

/** Implements `yield* iterable` in an async generator. */
function* delegate(iterable: unknown): Generator<unknown, unknown, unknown> {
  const iterator = asyncIterator(iterable);
  let received: Resumption = { kind: 'next', value: undefined };
  for (;;) {
    const { kind, value } = received;
    const method = kind === 'next' ? iterator.next : iterator.method(kind);
    if (method === undefined) return yield* withoutMethod(iterator, received);
    const result = checkResult(yield new Awaited(method.call(iterator.object, value)));
    if (result.done === true) {
      if (kind === 'return') yield new Returned(result.value);
      return result.value;
    }
    received = (yield new Delegated(result.value)) as Resumption;
  }
}

function* withoutMethod(iterator: AsyncIterator, { kind, value }: Resumption): Generator<unknown, unknown, unknown> {
  if (kind === 'return') return yield new Returned(yield new Awaited(value));
  const close = iterator.method('return');
  if (close !== undefined) checkResult(yield new Awaited(close.call(iterator.object)));
  throw new TypeError("The iterator does not provide a 'throw' method");
}

/** Calls an async generator: its body is a generator that yields awaited values as `aw(value)`. */
function callAsyncGenerator(body: AsyncBody, thisArgument: unknown, parameters: unknown[], target?: unknown): object {
  refuseConstruction(target);
  return new AsyncGenerator(body.apply(thisArgument, parameters));
}

/** Calls an async generator; `delegate` implements its `yield*`. */
export const asyncGenerator = Object.assign(callAsyncGenerator, { delegate });

addOwnClasses(AsyncGenerator);
