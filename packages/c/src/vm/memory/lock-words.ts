import type { Site } from '@fencepost/core';
import { load } from '@fencepost/core';
import type { Steps } from '../../runtime/base/services.js';
import type { Context } from '../context/context.js';
import { partOf } from './partial-writes.js';
import type { ThreadMemory } from './thread-memory.js';
import { wordOf } from './words.js';

type Places = Pick<Context, 'cells' | 'image' | 'initialValue' | 'locks' | 'objects'>;

/**
 * Reads four bytes at an offset in a synchronisation object; 0 if it has none. Unless the program also writes them,
 * they have the value that `main` left before it started a thread, and the read is not visible.
 */
export function* readInLock(
  context: Places,
  memory: ThreadMemory,
  lock: number,
  offset: number,
  site: Site | undefined,
): Steps<number> {
  const size = 4;
  const address = lock + offset;
  if (!isWithin(context, lock, offset + size)) return 0;
  const direct = memory.peek(address, size, site, 0);
  if (direct !== undefined) return direct;
  const cell = context.cells.at(address);
  if (cell === undefined) {
    context.locks.add(address);
    return context.initialValue(address, size);
  }
  if (cell.address + cell.size < address + size) return yield* memory.read(address, size, 'plain', site);
  const word = yield { ...load(cell.address, 'relaxed', site), size: cell.size, role: 'upkeep' };
  memory.lifetimes.checkRead(cell.address, cell.size, word, site);
  return wordOf(partOf(cell, { address, size }, word), size);
}

/** Whether the object or variable at this address has this many bytes. */
function isWithin({ image, objects }: Places, address: number, bytes: number): boolean {
  if (objects.covers(address)) {
    const object = objects.near(address);
    return object !== undefined && address + bytes <= object.address + object.size;
  }
  const global = image.globalAt(address);
  return address + bytes <= (global === undefined ? image.stackTop : global.address + global.info.size);
}
