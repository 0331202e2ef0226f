import type { Cache, Entry } from './cache.js';

/** The most entries: enough for all parts of the library, and a few programs. */
const MOST_ENTRIES = 32;

/** An entry, and its key. */
export interface KeptEntry extends Entry<unknown> {
  readonly key: string;
}

/** A cache that keeps the last results as long as the process runs. */
export class MemoryCache implements Cache {
  private readonly entries: Map<string, Entry<unknown>>;

  /** `before`: the initial entries. */
  constructor(before: readonly KeptEntry[] = []) {
    this.entries = new Map(before.map(({ key, facts, data }) => [key, { facts, data }]));
  }

  /** Returns all entries. */
  all(): KeptEntry[] {
    return [...this.entries].map(([key, { facts, data }]) => ({ key, facts, data }));
  }

  key(parts: readonly (string | Uint8Array)[]): string {
    return JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : [...part])));
  }

  load<T>(key: string): Promise<Entry<T> | undefined> {
    const entry = this.entries.get(key) as Entry<T> | undefined;
    // Stored again, because the least recently used entries are removed first.
    if (entry !== undefined) void this.store(key, entry);
    return Promise.resolve(entry);
  }

  store(key: string, entry: Entry<unknown>): Promise<void> {
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MOST_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return Promise.resolve();
  }
}
