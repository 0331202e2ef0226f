import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { V8CodeCache } from './v8-code-cache.js';

type Run = (
  exports: object,
  require: NodeJS.Require,
  file: string,
  $import: (name: string) => Promise<unknown>,
) => void;

/** Code is kept again only after checks that take this long, and so many times as long as the one before. */
const LONG_MILLISECONDS = 100;
const GROWTH = 4;
/** A check that takes longer may have lost the code that it began with. */
const MOST_MILLISECONDS = 10_000;

/**
 * A script of one file that runs with V8's code cache of an earlier run. It starts faster than modules, which V8
 * compiles again each time before Node 22.
 */
export class KeptScript {
  private readonly file: string;
  private readonly cache: V8CodeCache;
  private readonly script: Script;
  /** CPU time of the check whose code is kept, in milliseconds; undefined if none is kept. */
  private keptAfter: number | undefined;

  /** `use`: what the script is run for. Each use has its own cache, because it needs other functions. */
  constructor(file: string, use: string) {
    this.file = file;
    this.cache = new V8CodeCache(file, use);
    const kept = this.cache.read();
    // All characters are ASCII.
    const text = readFileSync(file, 'latin1');
    this.script = new Script(text, { filename: file, ...(kept && { cachedData: kept.data }) });
    this.keptAfter = this.script.cachedDataRejected === true ? undefined : kept?.milliseconds;
  }

  /**
   * Runs the script, and returns what it exports. It is a function with the parameters that Node gives to CommonJS.
   * `import()` does not work in a script from cached data, so it calls `$import` instead (tools/scripts/bundle.js).
   */
  run($import: (name: string) => Promise<unknown>): object {
    const exports = {};
    (this.script.runInThisContext() as Run)(exports, createRequire(this.file), this.file, $import);
    return exports;
  }

  /**
   * Keeps the code that V8 has compiled so far, if none is kept, or the check took much longer than the one whose code is
   * kept: it needs more functions. `milliseconds`: CPU time of the check.
   */
  keep(milliseconds = 0): void {
    if (this.keptAfter !== undefined && milliseconds < Math.max(LONG_MILLISECONDS, GROWTH * this.keptAfter)) return;
    // V8 forgets code that has not run for long, so what a very long check leaves is replaced after the next one.
    this.keptAfter = milliseconds <= MOST_MILLISECONDS ? milliseconds : 0;
    this.cache.write({ data: this.script.createCachedData(), milliseconds: this.keptAfter });
  }
}
