import { RestartSearch } from '../program/restart.js';

/** Facts about stores that are overwritten unseen, as plain JSON. */
export interface SavedUnseenStores {
  readonly assumed: readonly string[];
  readonly refused: readonly string[];
}

function first(label: string): string {
  return `first ${label}`;
}

function atomic(address: number): string {
  return `atomic ${address}`;
}

/**
 * Records which stores, by the text of their label, are assumed to be seen by no other thread before their own thread
 * overwrites them: those to a node that a retry loop has not published yet. A search that makes a new assumption, or
 * finds that one does not hold, records that here and restarts (`RestartSearch`). A refused assumption is not made
 * again.
 *
 * A search for races also assumes of some places in memory, by address, that all accesses to them are atomic.
 */
export class UnseenStores {
  private readonly assumed = new Set<string>();
  private readonly refused = new Set<string>();

  static fromJSON(saved: SavedUnseenStores | undefined): UnseenStores {
    const stores = new UnseenStores();
    for (const label of saved?.assumed ?? []) stores.assumed.add(label);
    for (const label of saved?.refused ?? []) stores.refused.add(label);
    return stores;
  }

  toJSON(): SavedUnseenStores {
    return { assumed: [...this.assumed], refused: [...this.refused] };
  }

  /** Whether anything is assumed. */
  get any(): boolean {
    return this.assumed.size > 0;
  }

  isAssumed(label: string): boolean {
    return this.assumed.has(label);
  }

  /** Whether stores with this label are also assumed to overwrite nothing that another thread has written. */
  isFirst(label: string): boolean {
    return this.assumed.has(first(label));
  }

  /**
   * Whether stores with this label may be assumed to be unseen and, if `isFirst`, to overwrite nothing that another
   * thread has written. Restarts if that was not assumed so far.
   */
  assume(label: string, isFirst: boolean): boolean {
    if (this.refused.has(label)) return false;
    if (this.assumed.has(label) && (!isFirst || this.isFirst(label))) return true;
    this.assumed.add(label);
    if (isFirst) this.assumed.add(first(label));
    throw new RestartSearch('stores are assumed to be unseen');
  }

  /** Whether all accesses to this address may be assumed to be atomic. Restarts if that was not assumed so far. */
  assumeAtomic(address: number): boolean {
    const place = atomic(address);
    if (this.refused.has(place) || this.assumed.has(place)) return this.assumed.has(place);
    this.assumed.add(place);
    throw new RestartSearch('accesses are assumed to be atomic');
  }

  /** Records that there is a plain access to this address. */
  refuseAtomic(address: number): void {
    const place = atomic(address);
    this.refused.add(place);
    if (this.assumed.delete(place)) throw new RestartSearch('an access is not atomic');
  }

  /** Records that what is assumed of stores with this label does not hold. */
  refuse(label: string): void {
    this.refused.add(label);
    this.assumed.delete(first(label));
    if (this.assumed.delete(label)) throw new RestartSearch('a store is not unseen');
  }
}
