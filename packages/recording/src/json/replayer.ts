import type { MemoryOrder } from '@fencepost/core';
import { FencepostError, codeOf, compareExchange, fence, load, lock, rmw, store, unlock } from '@fencepost/core';
import { highOf, lowOf } from '../encoding.js';
import type { RecordedEvents } from '../events.js';
import type { Numbers } from './numbers.js';
import type { RecordedOperation } from './recording.js';
import { changed, valueOf } from './values.js';

const LOCK = codeOf(lock(0));
const UNLOCK = codeOf(unlock(0));

/** The place that a name currently denotes. */
interface Place {
  readonly number: number;
  /** Undefined: unknown, because memory was freed and is used for the first time after that. */
  value: bigint | undefined;
  /** For a lock: its holder, and how often it holds the lock. */
  owner: string | undefined;
  depth: number;
  readonly isLock: boolean;
}

/**
 * Replays a recording under SC: follows the values, which need not be recorded, and compares recorded ones with them.
 * Refuses impossible operations.
 */
export class Replayer {
  private readonly numbers: Numbers;
  private readonly initialOf: (place: string) => bigint | undefined;
  private readonly events: RecordedEvents | undefined;
  private readonly places = new Map<string, Place>();
  /** Number of times that a name was freed. */
  private readonly uses = new Map<string, number>();
  private readonly started: Set<string>;
  private readonly joined = new Set<string>();

  /** Without `events`, nothing is reported. */
  constructor(numbers: Numbers, initialOf: (place: string) => bigint | undefined, events?: RecordedEvents) {
    this.numbers = numbers;
    this.initialOf = initialOf;
    this.events = events;
    this.started = new Set(numbers.threadNames.slice(0, numbers.roots));
  }

  run(operations: readonly RecordedOperation[]): void {
    operations.forEach((operation, i) => {
      try {
        this.take(operation, this.numbers.site(i));
      } catch (error) {
        if (!(error instanceof Impossible)) throw error;
        const { site } = operation;
        throw new FencepostError(
          'BAD_RECORDING',
          `operation ${i + 1} of the recording${error.message.startsWith(',') ? '' : ' '}${error.message}`,
          {
            hint: 'a recording lists operations in the order in which they happened under SC',
            ...(site && { site }),
          },
        );
      }
    });
  }

  private take(operation: RecordedOperation, site: number): void {
    const { thread, op, child = '', order } = operation;
    if (!this.started.has(thread)) throw new Impossible(`belongs to the thread ${thread}, which is started later`);
    if (this.joined.has(thread)) throw new Impossible(`belongs to the thread ${thread}, which was joined before`);
    const t = this.numbers.thread(thread);
    switch (op) {
      case 'fence':
        this.events?.fence(t, codeOf(fence(order)), site);
        return;
      case 'spawn':
        if (this.started.has(child)) throw new Impossible(`starts ${child}, which was started before`);
        this.started.add(child);
        this.events?.spawn(t, this.numbers.thread(child), site);
        return;
      case 'join':
        if (!this.started.has(child)) throw new Impossible(`joins ${child}, which is started later`);
        this.joined.add(child);
        this.events?.join(t, this.numbers.thread(child), site);
        return;
      case 'free':
        this.free(t, operation.place!, site);
        return;
      case 'lock':
      case 'unlock':
        this.lockOrUnlock(t, operation, site);
        return;
      default:
        this.access(t, operation, site);
    }
  }

  private access(t: number, operation: RecordedOperation, site: number): void {
    const { op, order, width = 32 } = operation;
    const place = this.place(operation.place!, false);
    const value = valueOf(operation.value ?? 0, width);
    if (op !== 'store') this.compareRead(operation, place);
    switch (op) {
      case 'load':
        this.events?.load(t, place.number, codeOf(load(0, order)), site);
        return;
      case 'store':
        place.value = value;
        this.events?.store(t, place.number, codeOf(store(0, 0, order)), site, lowOf(value), highOf(value));
        return;
      case 'cas':
        this.swap(t, operation, place, value, site);
        return;
      case 'fence':
      case 'spawn':
      case 'join':
      case 'free':
      case 'lock':
      case 'unlock':
        return;
      default: {
        place.value = changed(op, width, known(operation, place), value);
        this.events?.update(t, place.number, rmwCode(order), site, lowOf(place.value), highOf(place.value));
      }
    }
  }

  private swap(t: number, operation: RecordedOperation, place: Place, value: bigint, site: number): void {
    const { order, width = 32 } = operation;
    const expected = valueOf(operation.expected ?? 0, width);
    const change = {
      expectedLow: lowOf(expected),
      expectedHigh: highOf(expected),
      low: lowOf(value),
      high: highOf(value),
    };
    const swap = compareExchange(0, 0, 0, order);
    const code = codeOf(swap);
    if (known(operation, place) !== expected) {
      const { failureOrder } = swap;
      this.events?.failedSwap(t, place.number, code, site, { ...change, failureOrder });
    } else {
      place.value = value;
      this.events?.swap(t, place.number, code, site, change);
    }
  }

  private lockOrUnlock(t: number, { thread, op, place: name }: RecordedOperation, site: number): void {
    const place = this.place(name!, true);
    const { owner } = place;
    const locks = op === 'lock';
    if (owner !== thread && (owner !== undefined || !locks)) {
      const holder = owner === undefined ? 'no thread holds' : `${owner} holds`;
      throw new Impossible(`${locks ? 'takes' : 'releases'} the lock ${name!}, which ${holder}`);
    }
    place.depth += locks ? 1 : -1;
    place.owner = place.depth === 0 ? undefined : thread;
    this.events?.update(t, place.number, locks ? LOCK : UNLOCK, site, place.depth === 0 ? 0 : t + 1, 0);
  }

  private free(t: number, name: string, site: number): void {
    const { number } = this.place(name, this.places.get(name)?.isLock ?? false);
    this.uses.set(name, (this.uses.get(name) ?? 0) + 1);
    this.places.delete(name);
    this.events?.free(t, number, site);
  }

  private compareRead(operation: RecordedOperation, place: Place): void {
    const { op, read, width = 32 } = operation;
    if (read === undefined) return;
    const value = valueOf(read, width);
    place.value ??= value;
    if (value === valueOf(place.value, width)) return;
    throw new Impossible(
      `, a ${op} of ${operation.place!}, reads ${read}, but the last value written is ${place.value}`,
    );
  }

  private place(name: string, isLock: boolean): Place {
    let place = this.places.get(name);
    if (place === undefined) {
      const use = this.uses.get(name) ?? 0;
      const value = use === 0 ? this.initialOf(name) : undefined;
      place = { number: this.numbers.place(name, use), value, owner: undefined, depth: 0, isLock };
      this.places.set(name, place);
    }
    if (place.isLock !== isLock) throw new Impossible(`uses ${name} as data and as a lock`);
    return place;
  }
}

/** Returns the value of a place. Memory that was freed and used again has none without a recorded value. */
function known({ op, place: name }: RecordedOperation, { value }: Place): bigint {
  if (value !== undefined) return value;
  throw new Impossible(`, a ${op}, reads ${name!}, which was freed, and has no 'read'`);
}

function rmwCode(order: MemoryOrder | undefined): number {
  return codeOf(rmw('exchange', 0, 0, order));
}

/** An operation that is impossible in a recording; the message continues `operation 3 of the recording`. */
class Impossible extends Error {}
