import { FencepostError } from '../common/errors.js';

/** Children per thread; also bounds the number of static threads. */
const FANOUT = 1024;

const LARGEST_HANDLE = 0x7fffffff;

/** Event names (`events.ts`) leave this many bits for the thread. */
const MOST_THREADS = 2047;
/** The most threads a program may start with. */
export const MOST_STATIC_THREADS = FANOUT - 1;

/**
 * Threads have a **handle**, which depends only on the threads that started them (so it is the same in every execution,
 * process and schedule), and a dense **index** in order of discovery, which the engines work on. Static threads have
 * handles 1, 2, …; the k-th child of h has h·1024 + k (k from 1).
 */
export class Threads {
  readonly handles: number[] = [];
  readonly names: string[] = [];
  private readonly indices = new Map<number, number>();

  get count(): number {
    return this.handles.length;
  }

  /** The index of a thread, assigned when it is discovered. */
  intern(handle: number, name: string): number {
    const known = this.indices.get(handle);
    if (known !== undefined) return known;
    if (this.count >= MOST_THREADS) throw new FencepostError('THREAD_LIMIT', `more than ${MOST_THREADS} threads`);
    const index = this.handles.push(handle) - 1;
    this.names.push(name === '' ? `thread ${threadPath(handle)}` : name);
    this.indices.set(handle, index);
    return index;
  }

  /** The index, or undefined if the thread is not discovered yet. */
  find(handle: number): number | undefined {
    return this.indices.get(handle);
  }

  /** The index of a thread that is already discovered. */
  indexOf(handle: number): number {
    const index = this.indices.get(handle);
    if (index === undefined) throw new FencepostError('UNKNOWN_THREAD', `there is no thread with handle ${handle}`);
    return index;
  }
}

/** Handle of the n-th thread that this one starts, from 1. */
export function childHandle(parent: number, ordinal: number): number {
  const handle = parent * FANOUT + ordinal;
  if (ordinal >= FANOUT || handle > LARGEST_HANDLE) {
    throw new FencepostError('THREAD_LIMIT', 'too many threads started by one thread, or threads nested too deeply', {
      hint: `a thread may start ${FANOUT - 1} others, nested at most two levels below a static thread`,
    });
  }
  return handle;
}

/** Handle of the thread that starts this one; 0 for a static thread. */
export function parentOf(handle: number): number {
  return Math.floor(handle / FANOUT);
}

/** Was the thread started by this one? */
export function isChildOf(handle: number, parent: number): boolean {
  return parentOf(handle) === parent;
}

/** Handle of the static thread at this position. */
export function staticHandle(position: number): number {
  if (position >= MOST_STATIC_THREADS)
    throw new FencepostError('THREAD_LIMIT', `more than ${MOST_STATIC_THREADS} threads`);
  return position + 1;
}

/** A thread as schedules name it: `2` is the second static thread, `2-1` the first thread it starts. */
export function threadPath(handle: number): string {
  const ordinal = handle % FANOUT;
  const parent = parentOf(handle);
  return parent === 0 ? String(ordinal) : `${threadPath(parent)}-${ordinal}`;
}

/** The handle of the thread with this path; undefined if the path is not valid. */
export function parseThreadPath(path: string): number | undefined {
  let handle = 0;
  for (const ordinal of path.split('-')) {
    if (!/^[1-9]\d*$/.test(ordinal) || Number(ordinal) >= FANOUT) return undefined;
    handle = handle * FANOUT + Number(ordinal);
  }
  return handle > LARGEST_HANDLE ? undefined : handle;
}
