import { FencepostError, isFencepostError } from '@fencepost/core';

// Taken before any checked code runs, which may replace them.
const { ownKeys, getOwnPropertyDescriptor } = Reflect;
const { is } = Object;

interface BuiltIn {
  readonly holder: object;
  readonly key: PropertyKey;
  readonly name: string;
  readonly value: unknown;
}

/** The functions of the language that our own code uses, as they are now. */
export class BuiltIns {
  private all: readonly BuiltIn[] = [];

  constructor() {
    this.takeDown();
  }

  /** From now on, they are as they should be. */
  takeDown(): void {
    this.all = HOLDERS.flatMap(([name, holder]) =>
      ownKeys(holder).flatMap((key) => {
        const value = valueOf(holder, key);
        return typeof value === 'function' ? [{ holder, key, name: `${name}${shown(key)}`, value }] : [];
      }),
    );
  }

  /** The name of one that has been replaced; undefined: none has. No built-in is called meanwhile. */
  private replaced(): string | undefined {
    // By number: the iterator of arrays may have been replaced.
    for (let i = 0; i < this.all.length; i++) {
      const { holder, key, name, value } = this.all[i]!;
      if (!is(valueOf(holder, key), value)) return name;
    }
    return undefined;
  }

  /** An error that is none of ours is no bug of ours if checked code has replaced what our code relies on. */
  explain(error: unknown, file: string): unknown {
    const name = this.replaced();
    if (name === undefined || isFencepostError(error)) return error;
    return new FencepostError('BUILT_IN_REPLACED', `${file} replaces ${name}, which the check itself relies on`, {
      hint: 'leave the built-in objects of JavaScript as they are',
    });
  }
}

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
const GENERATOR = Object.getPrototypeOf(
  Object.getPrototypeOf(
    (function* () {
      yield 0;
    })(),
  ),
) as object;

const HOLDERS: readonly (readonly [name: string, holder: object])[] = [
  ...[Object, Function, Array, Map, Set, WeakMap, String, Number, BigInt, Promise, RegExp, Error, DataView].flatMap(
    (each) => [[each.name, each] as const, [`${each.name}.prototype`, each.prototype as object] as const],
  ),
  ...[Int32Array, Uint8Array, Uint32Array, Float64Array].map((each) => [each.name, each] as const),
  ['TypedArray', Object.getPrototypeOf(Int32Array) as object],
  ['TypedArray.prototype', Object.getPrototypeOf(Int32Array.prototype) as object],
  ['Iterator.prototype', ITERATOR],
  ['ArrayIterator.prototype', Object.getPrototypeOf([][Symbol.iterator]()) as object],
  ['MapIterator.prototype', Object.getPrototypeOf(new Map().entries()) as object],
  ['SetIterator.prototype', Object.getPrototypeOf(new Set().values()) as object],
  ['Generator.prototype', GENERATOR],
  ...(['Math', 'JSON', 'Reflect', 'Atomics', 'performance'] as const).map((name) => [name, globalThis[name]] as const),
  ['globalThis', globalThis],
];

function valueOf(holder: object, key: PropertyKey): unknown {
  return getOwnPropertyDescriptor(holder, key)?.value;
}

function shown(key: PropertyKey): string {
  return typeof key === 'symbol' ? `[${key.description ?? ''}]` : `.${String(key)}`;
}
