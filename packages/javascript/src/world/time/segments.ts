/**
 * Numbers of the last segments that accessed a place. The last reader may be the current segment: then the one before it
 * matters for a write.
 */
class Uses {
  write = 0;
  /** The tasks that have read or written it (see `Influences`). */
  readers = 0;
  writers = 0;
  /** The last access of each task, by its name. */
  readonly accesses = new Map<string, Access>();
  writer: Access | undefined;
  private reader = 0;
  private readerBefore = 0;

  read(segment: number): void {
    if (this.reader === segment) return;
    this.readerBefore = this.reader;
    this.reader = segment;
  }

  /** The last reader before this segment. */
  readBefore(segment: number): number {
    return this.reader === segment ? this.readerBefore : this.reader;
  }
}

/** An access by a task. */
interface Access {
  readonly task: string;
  readonly segment: number;
  readonly site: number;
}

/** The task that makes an access, and where. */
interface Accessor {
  readonly task: string;
  readonly site: number;
  /** Reports that a task overwrites what another task wrote since it read the value. */
  overwrites(key: string, read: number, other: string, written: number): void;
}

/** The uses of an object, by key. `all`: of the object as a whole. `any`: of any of its keys. */
class ObjectUses {
  readonly all = new Uses();
  readonly any = new Uses();
  /** The last segment that added or removed a key: their order can be observed. And all tasks that did so. */
  keys = 0;
  keyTasks = 0;
  private readonly byKey = new Map<unknown, Uses>();

  of(key: unknown): Uses {
    let uses = this.byKey.get(key);
    if (uses === undefined) this.byKey.set(key, (uses = new Uses()));
    return uses;
  }
}

const ALL_TASKS = -1;

/** A call that returned a promise. */
export interface Started {
  readonly what: string;
  readonly site: number;
  readonly segment: number;
}

/**
 * The segments of one run: what runs from one outside event to the next, with all microtasks. Two segments that access no
 * common object, or only read it, have the same effect in either order. So only one order is explored
 * (docs/internals/decisions/0058): a segment that could have run earlier, with nothing in between that it depends on, is
 * only followed if no earlier choice preferred it.
 *
 * What is not known to be harmless must be noted by `everything`: then no other segment changes places with this one.
 */
export class Segments {
  /** Number of the current segment. */
  now = 0;
  /** Number of the last segment on which the current one depends. */
  last = 0;
  /** The task whose event began the current segment. Empty before the first event and after the last. */
  task = 0;
  /** Tasks that the current segment shows to influence its own. */
  met = 0;
  private universal = 0;
  private readonly objects = new Map<object, ObjectUses>();
  private readonly accessor: Accessor;
  /** Calls of services and async functions that were started, by promise, unless they ended in the same segment. */
  private readonly running = new Map<object, Started>();

  constructor(accessor: Accessor) {
    this.accessor = accessor;
  }

  /** Records the start of a call that ends later. */
  started(promise: object, what: string, site: number): void {
    this.running.set(promise, { what, site, segment: this.now });
  }

  /** Records the end of a call. */
  ended(promise: object): void {
    if (this.running.get(promise)?.segment === this.now) this.running.delete(promise);
  }

  /** Returns what was started and took longer than a segment, by its promise. */
  get lasting(): ReadonlyMap<object, Started> {
    return this.running;
  }

  begin(): void {
    this.now++;
    this.last = this.universal;
    this.task = 0;
    this.met = 0;
  }

  /** The segment may depend on any other, and any other on it. */
  everything(): void {
    this.last = Math.max(0, this.now - 1);
    this.universal = this.now;
    if (this.task !== 0) this.met = ALL_TASKS;
  }

  read(object: object, key: unknown): void {
    const { all, any, uses } = this.usesOf(object, key);
    this.follows(uses.write);
    this.follows(all.write);
    this.met |= uses.writers | all.writers;
    uses.read(this.now);
    any.read(this.now);
    uses.readers |= this.task;
    any.readers |= this.task;
    if (typeof key === 'string') this.note(uses);
  }

  /** `changesKeys`: whether the key is added or removed. */
  write(object: object, key: unknown, changesKeys: boolean): void {
    const { of, all, any, uses } = this.usesOf(object, key);
    this.follows(uses.write);
    this.follows(uses.readBefore(this.now));
    this.follows(all.write);
    this.follows(all.readBefore(this.now));
    this.met |= uses.writers | uses.readers | all.writers | all.readers;
    uses.write = any.write = this.now;
    uses.writers |= this.task;
    any.writers |= this.task;
    if (typeof key === 'string') this.noteWrite(uses, key);
    if (!changesKeys) return;
    this.follows(of.keys);
    this.met |= of.keyTasks;
    of.keys = this.now;
    of.keyTasks |= this.task;
  }

  private note(uses: Uses): Access {
    const { task, site } = this.accessor;
    const access = { task, site, segment: this.now };
    uses.accesses.set(task, access);
    return access;
  }

  private noteWrite(uses: Uses, key: string): void {
    const { writer } = uses;
    const before = uses.accesses.get(this.accessor.task);
    const access = this.note(uses);
    uses.writer = access;
    if (before === undefined || writer === undefined || writer.task === access.task) return;
    if (before.segment < writer.segment && writer.segment < this.now)
      this.accessor.overwrites(key, before.site, writer.task, writer.site);
  }

  readAll(object: object): void {
    const { all, any } = this.of(object);
    this.follows(any.write);
    this.follows(all.write);
    this.met |= any.writers | all.writers;
    all.read(this.now);
    all.readers |= this.task;
  }

  writeAll(object: object): void {
    const { all, any } = this.of(object);
    for (const uses of [all, any]) {
      this.follows(uses.write);
      this.follows(uses.readBefore(this.now));
      this.met |= uses.writers | uses.readers;
    }
    all.write = this.now;
    all.writers |= this.task;
  }

  private usesOf(object: object, key: unknown): { of: ObjectUses; all: Uses; any: Uses; uses: Uses } {
    const of = this.of(object);
    return { of, all: of.all, any: of.any, uses: of.of(key) };
  }

  private of(object: object): ObjectUses {
    let uses = this.objects.get(object);
    if (uses === undefined) this.objects.set(object, (uses = new ObjectUses()));
    return uses;
  }

  private follows(segment: number): void {
    if (segment > this.last && segment < this.now) this.last = segment;
  }
}

/** Notes accesses of the program that Fencepost makes for it. Set where they are understood (runtime/noted-accesses.ts). */
export const noting = {
  read: (_object: object, _key: PropertyKey): void => undefined,
  write: (_object: object, _key: PropertyKey): void => undefined,
  /** A function is called, such as a reaction to a promise. */
  called: (_callee: object, _given: readonly unknown[]): void => undefined,
};

interface Recording {
  /** The segments of the run in progress, if orders of outside events are reduced in it. */
  segments: Segments | undefined;
  /** Whether the program notes its accesses, so that there may be segments later. */
  isPrepared: boolean;
}

export const recording: Recording = { segments: undefined, isPrepared: false };
