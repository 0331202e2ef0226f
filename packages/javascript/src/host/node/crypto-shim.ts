import { Buffer } from 'node:buffer';
import crypto from 'node:crypto';
import { guardBuiltin } from '../../memory/natives/node-modules.js';
import { fillRandomly, getRandomValues, modelCrypto, randomBytes, randomUUID } from '../../globals/crypto.js';
import type { ShimExports } from '../../world/running/shims.js';
import { registerShim } from '../../world/running/shims.js';
import { refused, unsupported } from '../../world/running/unsupported.js';

// `node:crypto` of a world: uses the world's random numbers; everything else is Node's.

function refuseCallback(name: string, callback: unknown): void {
  if (typeof callback !== 'function') return;
  throw unsupported(
    `crypto.${name} with a callback is not supported`,
    'it runs in the background: call it without one',
  );
}

/** Implements `randomFillSync`. Offset and size are in elements, as in Node. */
function randomFillSync<T extends ArrayBufferView | ArrayBufferLike>(target: T, offset = 0, size?: number): T {
  const view: ArrayBufferView = ArrayBuffer.isView(target) ? target : new Uint8Array(target);
  const unit = (view as { readonly BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const start = offset * unit;
  const end = size === undefined ? view.byteLength : start + size * unit;
  if (!(start >= 0 && start <= end && end <= view.byteLength)) {
    throw Object.assign(new RangeError('The value of "size + offset" is out of range.'), { code: 'ERR_OUT_OF_RANGE' });
  }
  fillRandomly(view, start, end);
  return target;
}

const random: Readonly<Record<string, unknown>> = {
  randomBytes: (size: number, callback?: unknown) => {
    refuseCallback('randomBytes', callback);
    return Buffer.from(randomBytes(size));
  },
  randomInt: (first: number, second?: unknown, callback?: unknown) => {
    refuseCallback('randomInt', typeof second === 'function' ? second : callback);
    const [low, high] = typeof second === 'number' ? [first, second] : [0, first];
    const six = randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0);
    return low + (six % (high - low));
  },
  randomFillSync,
  randomFill: (_target: unknown, ...rest: readonly unknown[]) => refuseCallback('randomFill', rest.at(-1)),
  randomUUID,
  getRandomValues,
  webcrypto: modelCrypto,
};

/** Exports of the shim. Their only state is the world's random numbers, so all worlds share one instance. */
let made: ShimExports | undefined;

function make(): ShimExports {
  if (made !== undefined) return made;
  guardBuiltin('crypto');
  const copy: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(crypto))) {
    Object.defineProperty(copy, name, { ...property, configurable: true });
    const isFixed = property.configurable !== true && typeof property.value === 'function';
    if (isFixed) Object.defineProperty(copy, name, { value: refused(`crypto.${name}`, 'it is deprecated') });
  }
  for (const [name, value] of Object.entries(random)) {
    Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
  }
  Object.defineProperty(copy, 'subtle', { get: () => modelCrypto.subtle, enumerable: false, configurable: true });
  return (made = copy);
}

for (const specifier of ['crypto', 'node:crypto']) registerShim(specifier, make);
