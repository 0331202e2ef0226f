import type { Context } from './contexts.js';
import type { Name, Names } from './names.js';
import type { Sources } from './operations.js';
import type { PointsTo } from './points-to.js';
import type { State } from './state.js';
import type { Targets } from './targets.js';

/** A lock that an access holds, by its distance in bytes from the address of the access. */
export interface NearLock {
  readonly distance: number;
  readonly mode: 'exclusive' | 'shared';
}

interface NamedLock {
  readonly name: Name;
  readonly targets: Targets;
}

/** Locks whose objects are not known, by the names of their addresses. */
export class NamedLocks {
  private readonly names: Names;
  private readonly pointsTo: PointsTo;
  private readonly known = new Map<string, NamedLock>();
  private readonly roots = new Set<number>();

  constructor(names: Names, pointsTo: PointsTo) {
    this.names = names;
    this.pointsTo = pointsTo;
  }

  /** Returns the lock at this address; undefined if its address has no name. */
  lock(address: Sources, context: Context): string | undefined {
    const name = this.names.of(address, context);
    if (name === undefined) return undefined;
    const lock = `= ${name.text} + ${name.bytes}`;
    if (!this.known.has(lock)) this.known.set(lock, { name, targets: this.pointsTo.targets(address, context) });
    for (const root of name.roots) this.roots.add(root);
    return lock;
  }

  isNamed(lock: string): boolean {
    return this.known.has(lock);
  }

  /** Whether a lock may be at one of the addresses; undefined if it is not one of these locks. */
  mayBe(lock: string, { objects }: Targets): boolean | undefined {
    const own = this.known.get(lock)?.targets;
    return own && [...own.objects.keys()].some((object) => objects.has(object));
  }

  /** Forgets the locks whose names mean something else when this value is computed again. */
  forget(value: number, { held, attempts }: State): void {
    if (!this.roots.has(value)) return;
    const isOther = (lock: string): boolean => this.known.get(lock)?.name.roots.has(value) ?? false;
    for (const lock of held.keys()) if (isOther(lock)) held.delete(lock);
    for (const [local, { locks }] of attempts) if (locks.some(isOther)) attempts.delete(local);
  }

  /** Returns the held locks that are at a fixed distance from the address. */
  near(address: Sources, context: Context, { held }: State): NearLock[] {
    const near: NearLock[] = [];
    let name: Name | undefined;
    for (const [lock, mode] of held) {
      const own = this.known.get(lock);
      if (own === undefined) continue;
      name ??= this.names.of(address, context);
      if (name?.text === own.name.text) near.push({ distance: own.name.bytes - name.bytes, mode });
    }
    return near;
  }
}
