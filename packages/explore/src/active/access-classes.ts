import type { Accesses } from './accesses.js';

/** Accesses of a thread that prediction does not distinguish: same label, same location, and both write or neither. */
export interface AccessClass {
  readonly thread: number;
  readonly label: number;
  readonly location: number;
  readonly writes: boolean;
  /** Positions of the first and last access of the class in their thread. */
  readonly first: number;
  last: number;
}

/**
 * Returns the classes of each location at which threads could conflict. An access of class a precedes, or is, an access
 * of class b if and only if a.first <= b.last. Classes therefore have the same cycles as single accesses.
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

/** Multiplier for map keys. Locations are numbered densely, and addresses have 32 bits. */
const MOST_LOCATIONS = 2 ** 26;

/** Whether two classes at the same location could race: they belong to different threads, and one of them writes. */
export function conflict(a: AccessClass, b: AccessClass): boolean {
  return a.thread !== b.thread && (a.writes || b.writes);
}

/** Estimates the distance of two classes: the number of operations between their first accesses. */
export function distance(a: AccessClass, b: AccessClass): number {
  return Math.abs(a.first - b.first);
}
