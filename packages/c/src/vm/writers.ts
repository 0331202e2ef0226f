import { Rediscover, childHandle, parentOf } from '@fencepost/core';

/** When a thread writes: between which of the threads that it starts and joins. */
export interface Moment {
  readonly handle: number;
  /** How many threads it has started. */
  readonly spawned: number;
  readonly joined: readonly number[];
}

/** What was learned, as plain JSON. */
export interface SavedWriters {
  readonly moments: readonly Moment[];
  /** By address: the moments of writes, as indices. */
  readonly writes: readonly (readonly [number, readonly number[]])[];
  readonly claims: readonly (readonly [number, readonly number[]])[];
  readonly contested: readonly number[];
}

/**
 * Which threads write where. A thread that stores again what it stored there last changes nothing for anybody, provided
 * that nobody else writes there while it lives (docs/internals/decisions/0027). It claims so, and if another
 * thread then writes there, the search begins again without the claim.
 */
export class Writers {
  private readonly moments = new Map<string, Moment>();
  private readonly writes = new Map<number, Set<Moment>>();
  private readonly claims = new Map<number, Set<number>>();
  private readonly contested = new Set<number>();

  /** A moment that is the same object whenever it is the same. */
  moment(handle: number, spawned: number, joined: Iterable<number>): Moment {
    const moment = { handle, spawned, joined: [...joined].toSorted((a, b) => a - b) };
    const key = JSON.stringify(moment);
    const known = this.moments.get(key);
    if (known !== undefined) return known;
    this.moments.set(key, moment);
    return moment;
  }

  note(address: number, moment: Moment): void {
    const known = this.writes.get(address);
    if (known?.has(moment) === true) return;
    if (known === undefined) this.writes.set(address, new Set([moment]));
    else known.add(moment);
    if (this.contested.has(address)) return;
    for (const claimant of this.claims.get(address) ?? []) {
      if (isApart(moment, claimant)) continue;
      this.contested.add(address);
      throw new Rediscover('a location has several writers');
    }
  }

  /** Is this the only thread that writes there while it lives? */
  claim(address: number, handle: number): boolean {
    if (this.contested.has(address)) return false;
    const claimants = this.claims.get(address);
    if (claimants?.has(handle) === true) return true;
    for (const moment of this.writes.get(address) ?? []) {
      if (isApart(moment, handle)) continue;
      this.contested.add(address);
      return false;
    }
    if (claimants === undefined) this.claims.set(address, new Set([handle]));
    else claimants.add(handle);
    return true;
  }

  save(): SavedWriters {
    const moments = [...this.moments.values()];
    const numbers = new Map(moments.map((moment, i) => [moment, i]));
    return {
      moments,
      writes: [...this.writes].map(([address, at]) => [address, [...at].map((moment) => numbers.get(moment)!)]),
      claims: [...this.claims].map(([address, claimants]) => [address, [...claimants]]),
      contested: [...this.contested],
    };
  }

  static restored({ moments, writes, claims, contested }: SavedWriters): Writers {
    const writers = new Writers();
    const known = moments.map(({ handle, spawned, joined }) => writers.moment(handle, spawned, joined));
    for (const [address, at] of writes) writers.writes.set(address, new Set(at.map((i) => known[i]!)));
    for (const [address, claimants] of claims) writers.claims.set(address, new Set(claimants));
    for (const address of contested) writers.contested.add(address);
    return writers;
  }
}

/** Is the write one of this thread's own, from before it was started, or from after it was joined? */
function isApart({ handle, spawned, joined }: Moment, thread: number): boolean {
  if (handle === thread || joined.includes(thread)) return true;
  for (let child = thread; child !== 0; child = parentOf(child)) {
    if (parentOf(child) === handle) return child > childHandle(handle, spawned);
  }
  return false;
}
