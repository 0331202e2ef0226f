import type { Cache, Entry } from './cache.js';

/** Some results: all parts of the library, and a few programs. */
const MOST_ENTRIES = 32;

/** An entry, and what it is kept under. */
export interface KeptEntry extends Entry<unknown> {
  readonly key: string;
}

/** Keeps the last results as long as the process lasts. */
export class MemoryCache implements Cache {
  private readonly entries: Map<string, Entry<unknown>>;

  /** `before`: what is in it from the beginning. */
  constructor(before: readonly KeptEntry[] = []) {
    this.entries = new Map(before.map(({ key, facts, data }) => [key, { facts, data }]));
  }

  /** All that is in it. */
  all(): KeptEntry[] {
    return [...this.entries].map(([key, { facts, data }]) => ({ key, facts, data }));
  }

  key(parts: readonly (string | Uint8Array)[]): string {
    return JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : [...part])));
  }

  load<T>(key: string): Promise<Entry<T> | undefined> {
    const entry = this.entries.get(key) as Entry<T> | undefined;
    // The least recently used go first.
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
