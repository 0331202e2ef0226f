import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Polling interval. Polling takes less than a thousandth of a core, and works on every file system. */
const POLL_MILLISECONDS = 150;

/**
 * Files whose changes matter. They are looked at regularly: notifications of the system are limited in number, get lost
 * on network drives, and lose files that an editor replaces.
 */
export class WatchedFiles {
  private states = new Map<string, string>();

  /** Sets the files to watch. Those that were watched before keep their last known state. */
  watch(files: readonly string[]): void {
    const names = new Set(files.map((file) => resolve(file)));
    this.states = new Map([...names].map((name) => [name, this.states.get(name) ?? stateOf(name)]));
  }

  get count(): number {
    return this.states.size;
  }

  /** Returns the files that have changed since they were last returned, or since they were first watched. */
  changed(): string[] {
    const changed: string[] = [];
    for (const [name, before] of this.states) {
      const now = stateOf(name);
      if (now !== before) changed.push(name);
      this.states.set(name, now);
    }
    return changed;
  }

  /**
   * Waits until a file changes and then stays as it is for a moment: editors and version control write several files, or
   * one several times. `more` may report further changes. Returns the changed files, at once if the signal is aborted.
   */
  async change(signal: AbortSignal, more: () => Promise<readonly string[]> = NO_MORE): Promise<readonly string[]> {
    const all = new Set<string>();
    for (;;) {
      await pause(signal);
      if (signal.aborted) return [...all];
      const now = [...this.changed(), ...(await more())];
      if (now.length === 0 && all.size > 0) return [...all];
      for (const file of now) all.add(file);
    }
  }
}

const NO_MORE = (): Promise<readonly string[]> => Promise.resolve([]);

function stateOf(name: string): string {
  const stats = statSync(name, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, POLL_MILLISECONDS);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
