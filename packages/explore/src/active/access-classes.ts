import type { Accesses } from './accesses.js';

/** Accesses of a thread that prediction does not distinguish: same label, same location, and both write or neither. */
export interface AccessClass {
  readonly thread: number;
  readonly label: number;
  readonly location: number;
  readonly writes: boolean;
  /** Position of the first and of the last of them in their thread. */
  readonly first: number;
  last: number;
}

/**
 * The classes of each location where threads could conflict. There is an access of class a before one of class b, or
 * one that is both, if and only if a.first <= b.last; so classes have the same cycles as single accesses.
 */
export function conflictingClasses(accesses: Accesses): AccessClass[][] {
  const { count, thread, position, label, location, writes } = accesses;
  const byThread: Map<number, AccessClass>[] = [];
  const byLocation: AccessClass[][] = [];
  for (let i = 0; i < count; i++) {
    const classes = (byThread[thread[i]!] ??= new Map<number, AccessClass>());
    const key = 2 * (label[i]! * MOST_LOCATIONS + location[i]!) + writes[i]!;
    const known = classes.get(key);
    if (known !== undefined) {
      known.last = Math.max(known.last, position[i]!);
      continue;
    }
    const at = position[i]!;
    const found: AccessClass = {
      thread: thread[i]!,
      label: label[i]!,
      location: location[i]!,
      writes: writes[i] === 1,
      first: at,
      last: at,
    };
    classes.set(key, found);
    (byLocation[found.location] ??= []).push(found);
  }
  return byLocation.filter(
    (classes) => classes.some(({ writes }) => writes) && classes.some((each) => each.thread !== classes[0]!.thread),
  );
}

/** For keys: locations are dense, and addresses have 32 bits. */
const MOST_LOCATIONS = 2 ** 26;

/** A potential data race: in different threads, and one of them writes. (They are at the same location.) */
export function conflict(a: AccessClass, b: AccessClass): boolean {
  return a.thread !== b.thread && (a.writes || b.writes);
}

/** The number of operations from the first access of one class to that of the other: a guess how far apart they are. */
export function distance(a: AccessClass, b: AccessClass): number {
  return Math.abs(a.first - b.first);
}
