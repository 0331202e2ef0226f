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

/**
 * A script of one file that runs with V8's code cache of an earlier run. It starts faster than modules, which V8
 * compiles again each time before Node 22.
 */
export class KeptScript {
  private readonly file: string;
  private readonly cache: V8CodeCache;
  private readonly script: Script;
  private isKept: boolean;

  /** `use`: what the script is run for. Each use has its own cache, because it needs other functions. */
  constructor(file: string, use: string) {
    this.file = file;
    this.cache = new V8CodeCache(file, use);
    const cachedData = this.cache.read();
    // All characters are ASCII.
    this.script = new Script(readFileSync(file, 'latin1'), { filename: file, ...(cachedData && { cachedData }) });
    this.isKept = cachedData !== undefined && this.script.cachedDataRejected !== true;
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

  /** Keeps the code that V8 has compiled so far, if none was kept before. */
  keep(): void {
    if (!this.isKept) this.cache.write(this.script.createCachedData());
    this.isKept = true;
  }
}
