/** An access of a thread to a cell. */
interface Access {
  readonly thread: string;
  readonly isWrite: boolean;
  /** The locks that the thread holds. */
  readonly locks: ReadonlySet<string>;
  /** The threads that were started and not joined. */
  readonly others: ReadonlySet<string>;
}

/** The accesses on all paths: which cells threads access at the same time. */
export class CellAccesses {
  /** Cells before whose accesses threads wait. */
  readonly visible = new Set<string>();
  /** Whether locks exclude threads. At first they do not: of threads that share nothing, no order matters. */
  locksExclude = false;
  /** Objects of calls that other threads access as well. */
  private readonly foreign = new Set<string>();
  private readonly byCell = new Map<string, Map<string, Access>>();

  /** Whether only the thread whose objects begin with the prefix accesses the object, as far as is known. */
  isPrivate(object: string, prefix: string): boolean {
    return object.startsWith(prefix) && !this.foreign.has(object);
  }

  /** Notes that a thread accesses an object of a call of another one. Returns whether that is new. */
  isNewForeign(object: string, prefix: string): boolean {
    if (!object.startsWith('own ') || object.startsWith(prefix) || this.foreign.has(object)) return false;
    this.foreign.add(object);
    return true;
  }

  /** Notes an access. Returns whether it shows that threads have to wait where they did not until now. */
  add(cell: string, access: Access): boolean {
    if (this.visible.has(cell)) return false;
    let known = this.byCell.get(cell);
    if (known === undefined) this.byCell.set(cell, (known = new Map<string, Access>()));
    const { thread, isWrite, locks, others } = access;
    const key = `${thread} ${isWrite} ${[...locks].sort().join()} ${[...others].sort().join()}`;
    if (known.has(key)) return false;
    known.set(key, access);
    for (const each of known.values()) {
      if ((!each.isWrite && !isWrite) || !areParallel(each, access)) continue;
      if ([...each.locks].some((lock) => locks.has(lock))) continue;
      if (this.locksExclude) this.visible.add(cell);
      else this.byCell.clear();
      this.locksExclude = true;
      return true;
    }
    return false;
  }
}

/** Whether two threads may make the accesses at the same time. */
function areParallel(a: Access, b: Access): boolean {
  if (a.thread === b.thread) return false;
  if (startedBy(a.thread, b.thread)) return mayRunBeside(a, b.thread);
  if (startedBy(b.thread, a.thread)) return mayRunBeside(b, a.thread);
  return a.others.has(b.thread) || b.others.has(a.thread);
}

/** Whether a thread has started another one, or one that has started it. */
function startedBy(thread: string, other: string): boolean {
  return other.startsWith(`${thread}.`);
}

/**
 * Whether a thread may run beside an access of one that has started it: it does, or one that starts it does, which might
 * have been quicker.
 */
function mayRunBeside({ thread, others }: Access, other: string): boolean {
  return [...others].some((each) => startedBy(thread, each) && (each === other || startedBy(each, other)));
}
