import { FIRST_ADDRESS } from '../../address-space.js';
import type { InitialMemory } from './initial-memory.js';
import type { Image } from '../instance/image.js';
import type { MemoryObject, Objects } from './objects.js';

/** The name by which an object is reachable when the second thread starts. */
export interface Holder {
  readonly name: string;
  /** Whether the object is the memory of a container: `v[2]`, not `v->…`. */
  readonly isContainer: boolean;
}

interface Searched {
  readonly image: Image;
  readonly objects: Objects;
  readonly beginning: InitialMemory;
}

/** Maximum size of variables that are searched for pointers. */
const MOST_BYTES = 1 << 16;
/**
 * Names of elements of arrays of pointers. `START`: names of members where the memory of a vector starts (libstdc++,
 * libc++).
 */
const ELEMENT = /^[\w:.]+(?:\[\d+\])+$/;
const START = /^(.+)\.(?:start|begin)$/;

/**
 * Returns objects that are elements of a named array or container, by address. Variables that are plain pointers are
 * skipped: they may soon point elsewhere, and the object they pointed to would keep their name.
 */
export function holders({ image, objects: all, beginning }: Searched): ReadonlyMap<number, Holder> {
  const found = new Map<number, Holder>();
  const { data, objects } = beginning;
  const step = image.tables.pointerSize;
  const search = (start: number, bytes: Uint8Array, nameOf: (offset: number) => string): void => {
    if (bytes.length > MOST_BYTES) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let offset = (step - (start % step)) % step; offset + step <= bytes.length; offset += step) {
      const target = objectAt(all, view.getUint32(offset, true));
      if (target === undefined || found.has(target.address)) continue;
      const name = nameOf(offset);
      const container = START.exec(name)?.[1];
      if (container === undefined && !ELEMENT.test(name)) continue;
      found.set(target.address, { name: container ?? name, isContainer: container !== undefined });
      const content = objects.get(target.address);
      if (container !== undefined && content !== undefined)
        search(target.address, content, (at) => `${container}[${Math.floor(at / step)}]`);
    }
  };
  for (const { address, info } of image.globals) {
    if (!info.constant && !info.threadLocal && info.size <= MOST_BYTES)
      search(address, data.subarray(address - FIRST_ADDRESS, address - FIRST_ADDRESS + info.size), info.describe);
  }
  for (const [address, bytes] of objects) {
    const object = all.near(address);
    if (object?.address === address && object.describe !== undefined) search(address, bytes, object.describe);
  }
  return found;
}

/** Returns the heap object that starts at this address. */
function objectAt(objects: Objects, address: number): MemoryObject | undefined {
  const object = objects.covers(address) ? objects.near(address) : undefined;
  return object?.address === address && object.kind === 'heap' && object.known !== 'pointer' ? object : undefined;
}
