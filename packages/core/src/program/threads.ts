import { FencepostError } from '../common/errors.js';

/** Bound on the children per thread; it also bounds the number of static threads. */
const FANOUT = 1024;

/**
 * Handles from here on do not encode the parent thread and the ordinal: they are hashes of both. All fit into 31 bits.
 */
const FIRST_HASH = 2 ** 30;

/** Maximum number of threads: event names (`events.ts`) leave this many values for the thread. */
const MOST_THREADS = 2047;
/** Maximum number of threads a program may start with. */
export const MOST_STATIC_THREADS = FANOUT - 1;

/**
 * Threads have a **handle**, which depends only on the threads that started them (so it is the same in every execution,
 * process and schedule), and a dense **index** in order of discovery, which the engines use. Static threads have
 * handles 1, 2, …; the k-th child of h has h·1024 + k (k from 1), down to the second level. Below, it is a hash of h
 * and k.
 */
export class Threads {
  readonly handles: number[] = [];
  readonly names: string[] = [];
  private readonly indices = new Map<number, number>();

  get count(): number {
    return this.handles.length;
  }

  /** Returns the index of a thread, assigned when it is discovered. */
  intern(handle: number, name: string): number {
    const known = this.indices.get(handle);
    if (known !== undefined) return known;
    if (this.count >= MOST_THREADS) throw new FencepostError('THREAD_LIMIT', `more than ${MOST_THREADS} threads`);
    const index = this.handles.push(handle) - 1;
    this.names.push(name === '' ? `thread ${threadPath(handle)}` : name);
    this.indices.set(handle, index);
    return index;
  }

  /** Returns the index, or undefined if the thread is not discovered yet. */
  find(handle: number): number | undefined {
    return this.indices.get(handle);
  }

  /** Returns the index of a thread that is already discovered. */
  indexOf(handle: number): number {
    const index = this.indices.get(handle);
    if (index === undefined) throw new FencepostError('UNKNOWN_THREAD', `there is no thread with handle ${handle}`);
    return index;
  }
}

/** Returns the handle of the n-th thread that this one starts, from 1. */
export function childHandle(parent: number, ordinal: number): number {
  if (ordinal >= FANOUT) {
    throw new FencepostError('THREAD_LIMIT', 'too many threads started by one thread', {
      hint: `a thread may start ${FANOUT - 1} others`,
    });
  }
  const handle = parent * FANOUT + ordinal;
  return handle < FIRST_HASH ? handle : hashedHandle(parent, ordinal);
}

/** Parents and ordinals of threads whose handles are hashes. */
const origins = new Map<number, { readonly parent: number; readonly ordinal: number }>();

function hashedHandle(parent: number, ordinal: number): number {
  let hash = Math.imul(parent ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(ordinal, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  const handle = FIRST_HASH + ((hash ^ (hash >>> 16)) & (FIRST_HASH - 1));
  const known = origins.get(handle);
  if (known === undefined) origins.set(handle, { parent, ordinal });
  // Choosing another handle would not be reproducible in every process. With a thousand such threads, one in two
  // thousand programs has a collision.
  else if (known.parent !== parent || known.ordinal !== ordinal)
    throw new FencepostError('THREAD_LIMIT', 'too many deeply nested threads to distinguish them');
  return handle;
}

/** Returns the handle of the thread that starts this one; 0 for a static thread, and for one that is not known. */
export function parentOf(handle: number): number {
  return handle < FIRST_HASH ? Math.floor(handle / FANOUT) : (origins.get(handle)?.parent ?? 0);
}

/**
 * Returns the position of a thread among its parent's threads, or of a static thread among the static threads, from 1.
 */
export function ordinalOf(handle: number): number {
  return handle < FIRST_HASH ? handle % FANOUT : (origins.get(handle)?.ordinal ?? 0);
}

/** Whether the thread was started by `parent`. */
export function isChildOf(handle: number, parent: number): boolean {
  return parentOf(handle) === parent;
}

/** Returns the handle of the static thread at this position. */
export function staticHandle(position: number): number {
  if (position >= MOST_STATIC_THREADS)
    throw new FencepostError('THREAD_LIMIT', `more than ${MOST_STATIC_THREADS} threads`);
  return position + 1;
}

/** Returns the name of a thread in schedules: `2` is the second static thread, `2-1` the first thread it starts. */
export function threadPath(handle: number): string {
  const ordinal = ordinalOf(handle);
  const parent = parentOf(handle);
  return parent === 0 ? String(ordinal) : `${threadPath(parent)}-${ordinal}`;
}

/** Returns the handle of the thread with this path; undefined if the path is not valid. */
export function parseThreadPath(path: string): number | undefined {
  let handle = 0;
  for (const ordinal of path.split('-')) {
    if (!/^[1-9]\d*$/.test(ordinal) || Number(ordinal) >= FANOUT) return undefined;
    handle = childHandle(handle, Number(ordinal));
  }
  return handle;
}
