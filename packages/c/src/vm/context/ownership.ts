import { RestartSearch, ordinalOf, parentOf } from '@fencepost/core';

/** The time of an access, relative to the threads that its thread starts and joins. */
export interface Moment {
  readonly handle: number;
  /** Number of threads it has started. */
  readonly spawned: number;
  readonly joined: readonly number[];
}

/**
 * Accesses that other threads do not make to a location while a thread lives: no writes, no accesses at all, or no
 * attempts to take a mutex that fail and have consequences.
 */
export type Claim = 'writes' | 'accesses' | 'tries';

/** The recorded accesses and claims, as plain JSON. Moments are indices. */
export interface SavedOwnership {
  readonly moments: readonly Moment[];
  readonly tables: readonly SavedTable[];
}

interface SavedTable {
  readonly noted: readonly (readonly [address: number, moments: readonly number[]])[];
  readonly claims: readonly (readonly [address: number, handles: readonly number[]])[];
  readonly contested: readonly number[];
}

/**
 * Records which threads access which locations. Whether a thread changes anything may depend on what other threads do
 * with a location (docs/internals/decisions/0028). The thread claims that others leave it alone; if another thread
 * violates the claim, the search begins again without it.
 */
export class Ownership {
  private readonly moments = new Map<string, Moment>();
  private readonly tables: Readonly<Record<Claim, Table>> = {
    writes: new Table(),
    accesses: new Table(),
    tries: new Table(),
  };

  /** Returns an interned moment: equal moments are the same object. */
  moment(handle: number, spawned: number, joined: Iterable<number>): Moment {
    const moment = { handle, spawned, joined: [...joined].toSorted((a, b) => a - b) };
    const key = JSON.stringify(moment);
    const known = this.moments.get(key);
    if (known !== undefined) return known;
    this.moments.set(key, moment);
    return moment;
  }

  note(address: number, moment: Moment, writes: boolean): void {
    this.tables.accesses.note(address, moment);
    if (writes) this.tables.writes.note(address, moment);
  }

  /** Records that a thread did not get a mutex and then did something else than to try again. */
  noteTry(address: number, moment: Moment): void {
    this.tables.tries.note(address, moment);
  }

  /**
   * Claims that all other threads refrain from such accesses to the location while the thread lives. Returns whether
   * the claim holds so far.
   */
  claim(what: Claim, address: number, handle: number): boolean {
    return this.tables[what].claim(address, handle);
  }

  /** Whether such a claim would fail, now and later. */
  isContested(what: Claim, address: number, handle: number): boolean {
    return this.tables[what].isContested(address, handle);
  }

  save(): SavedOwnership {
    const moments = [...this.moments.values()];
    const { writes, accesses, tries } = this.tables;
    return { moments, tables: [writes, accesses, tries].map((table) => table.save(moments)) };
  }

  static restored({ moments, tables: [writes, accesses, tries] }: SavedOwnership): Ownership {
    const ownership = new Ownership();
    const known = moments.map(({ handle, spawned, joined }) => ownership.moment(handle, spawned, joined));
    ownership.tables.writes.restore(writes!, known);
    ownership.tables.accesses.restore(accesses!, known);
    ownership.tables.tries.restore(tries!, known);
    return ownership;
  }
}

class Table {
  private readonly noted = new Map<number, Set<Moment>>();
  private readonly claims = new Map<number, Set<number>>();
  private readonly contested = new Set<number>();

  note(address: number, moment: Moment): void {
    const known = this.noted.get(address);
    if (known?.has(moment) === true) return;
    if (known === undefined) this.noted.set(address, new Set([moment]));
    else known.add(moment);
    if (this.contested.has(address)) return;
    for (const claimant of this.claims.get(address) ?? []) {
      if (isApart(moment, claimant)) continue;
      this.contested.add(address);
      throw new RestartSearch('another thread accesses a location');
    }
  }

  claim(address: number, handle: number): boolean {
    if (this.contested.has(address)) return false;
    const claimants = this.claims.get(address);
    if (claimants?.has(handle) === true) return true;
    for (const moment of this.noted.get(address) ?? []) {
      if (isApart(moment, handle)) continue;
      this.contested.add(address);
      return false;
    }
    if (claimants === undefined) this.claims.set(address, new Set([handle]));
    else claimants.add(handle);
    return true;
  }

  isContested(address: number, handle: number): boolean {
    if (this.contested.has(address)) return true;
    if (this.claims.get(address)?.has(handle) === true) return false;
    for (const moment of this.noted.get(address) ?? []) if (!isApart(moment, handle)) return true;
    return false;
  }

  save(moments: readonly Moment[]): SavedTable {
    const numbers = new Map(moments.map((moment, i) => [moment, i]));
    return {
      noted: [...this.noted].map(([address, at]) => [address, [...at].map((moment) => numbers.get(moment)!)]),
      claims: [...this.claims].map(([address, handles]) => [address, [...handles]]),
      contested: [...this.contested],
    };
  }

  restore({ noted, claims, contested }: SavedTable, moments: readonly Moment[]): void {
    for (const [address, at] of noted) this.noted.set(address, new Set(at.map((i) => moments[i]!)));
    for (const [address, handles] of claims) this.claims.set(address, new Set(handles));
    for (const address of contested) this.contested.add(address);
  }
}

/** Whether the access is by this thread itself, or happens before the thread was started or after it was joined. */
function isApart({ handle, spawned, joined }: Moment, thread: number): boolean {
  if (handle === thread || joined.includes(thread)) return true;
  for (let child = thread; child !== 0; child = parentOf(child)) {
    if (parentOf(child) === handle) return ordinalOf(child) > spawned;
  }
  return false;
}
