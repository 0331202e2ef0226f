import type { Site } from '@fencepost/core';
import { RestartSearch, decodeWide, encodeWide } from '@fencepost/core';
import { DESTROYED } from '../../runtime/base/locking.js';
import type { Steps } from '../../runtime/base/services.js';
import type { Context } from '../context/context.js';
import { readInLock } from './lock-words.js';
import type { ThreadMemory } from './thread-memory.js';

/** Key in `own`: the thread has ended objects that no other thread could see. */
const ENDED_QUIETLY = 'ended quietly';

/** Access to memory and the clock for library functions, on behalf of a thread. */
export abstract class MemoryServices {
  abstract readonly memory: ThreadMemory;
  abstract readonly context: Pick<
    Context,
    | 'nested'
    | 'startsAgain'
    | 'sharesClock'
    | 'readsClock'
    | 'sleeps'
    | 'timePasses'
    | 'cells'
    | 'image'
    | 'initialValue'
    | 'locks'
    | 'objects'
  >;
  abstract readonly own: Map<string, number | bigint>;
  /** Number of threads it has started. `joined`: number of threads it has joined. */
  abstract readonly spawned: number;
  abstract readonly joined: number;
  abstract readonly handle: number;
  protected abstract readonly isMain: boolean;

  get pointerSize(): 4 | 8 {
    return this.context.image.tables.pointerSize;
  }

  get timeSize(): 4 | 8 {
    return this.context.image.tables.timeSize;
  }

  initialWord(place: number): number {
    return this.context.initialValue(place, 4);
  }

  sizeOf(address: number): number | undefined {
    return this.context.objects.allocatedAt(address)?.size;
  }

  sharesClock(): boolean {
    // While the thread is alone, its changes to the clock must reach the threads that start later.
    return this.memory.alone || this.context.sharesClock(this.handle);
  }

  readsClock(): void {
    if (!this.memory.alone) this.context.readsClock(this.handle);
  }

  sleepsByClock(): boolean {
    if (this.memory.alone) return false;
    this.context.sleeps(this.handle);
    return this.context.timePasses;
  }

  timePasses(): boolean {
    return !this.memory.alone && this.context.timePasses;
  }

  /**
   * Whether an object that ends now does so unseen: no other thread is left, and none will start, that could access it.
   */
  endsQuietly(): boolean {
    const { nested, startsAgain } = this.context;
    if (!this.isMain || this.spawned !== this.joined || nested || startsAgain) return false;
    this.own.set(ENDED_QUIETLY, 1);
    return true;
  }

  /** Called when a thread starts, because it may use objects that have ended. */
  protected noticeStart(): void {
    if (!this.own.has(ENDED_QUIETLY)) return;
    this.context.startsAgain = true;
    throw new RestartSearch('threads start after objects have ended');
  }

  *read(address: number, size: 1 | 2 | 4, site: Site | undefined, order: 'plain' | 'relaxed' = 'plain'): Steps<number> {
    return yield* this.memory.read(address, size, order, site);
  }

  *read8(address: number, site: Site | undefined): Steps<bigint> {
    return decodeWide(yield* this.memory.read(address, 8, 'plain', site));
  }

  *write(
    address: number,
    size: 1 | 2 | 4,
    value: number,
    site: Site | undefined,
    order: 'plain' | 'release' = 'plain',
  ): Steps<void> {
    const word = size === 4 ? value | 0 : value & (size === 1 ? 0xff : 0xffff);
    yield* this.memory.write(address, size, word, order, site);
  }

  *write8(address: number, value: bigint, site: Site | undefined): Steps<void> {
    yield* this.memory.write(address, 8, encodeWide(value), 'plain', site);
  }

  *initialise(address: number, site: Site | undefined, mark = 0): Steps<void> {
    yield* this.memory.write(address, 4, mark, 'plain', site);
  }

  *retire(address: number, site: Site | undefined): Steps<void> {
    if (this.memory.alone || !this.endsQuietly()) yield* this.initialise(address, site, DESTROYED);
  }

  lockWord(address: number, offset: number, site: Site | undefined): Steps<number> {
    return readInLock(this.context, this.memory, address, offset, site);
  }

  writesLock(address: number, site: Site | undefined): boolean {
    return this.memory.peek(address, 4, site, 0) !== undefined || this.context.cells.at(address) !== undefined;
  }

  *readPointer(address: number, site: Site | undefined): Steps<number> {
    const word = yield* this.memory.read(address, this.pointerSize, 'plain', site);
    return this.pointerSize === 8 ? Number(decodeWide(word)) : word;
  }

  *writePointer(address: number, value: number | bigint, site: Site | undefined): Steps<void> {
    const word = this.pointerSize === 8 ? encodeWide(BigInt(value)) : Number(value) | 0;
    yield* this.memory.write(address, this.pointerSize, word, 'plain', site);
  }

  *readString(address: number, site: Site | undefined): Steps<string> {
    let text = '';
    for (let at = address; ; at++) {
      const byte = yield* this.memory.read(at, 1, 'plain', site);
      if (byte === 0) return text;
      text += String.fromCharCode(byte);
    }
  }

  copy(to: number, from: number, bytes: number, site: Site | undefined): Steps<void> {
    return this.memory.copy(to, from, bytes, site);
  }

  fill(to: number, byte: number, bytes: number, site: Site | undefined): Steps<void> {
    return this.memory.fill(to, byte, bytes, site);
  }
}
