import type { CompilationDatabase } from '../project/database.js';
import type { Door } from '../toolchain/compile.js';
import { flagsOf } from './flags-of.js';
import { nodeHost } from './node-host.js';
import type { Overlay } from './overlay.js';
import { NO_OVERLAY, withOverlay } from './overlay.js';
import type { Built } from './pipeline.js';
import { buildOn } from './pipeline.js';
import { readSources } from './sources.js';

/** Sources and settings of a build. */
export interface BuildOptions {
  /** The C, C++ and LLVM IR files of the program, or the crate in Rust. */
  readonly files: readonly string[];
  /** Flags for the compiler, for all files. */
  readonly flags: readonly string[];
  /** The project's compilation database. The flags above come after its own. */
  readonly database?: CompilationDatabase | undefined;
  /** Default: 64-bit Linux. */
  readonly door?: Door;
  /** Whether to check the program as the optimiser transforms it. */
  readonly optimiseFirst?: boolean;
  /**
   * Whether to reuse the result of an earlier build, and to store this one. Default: true, unless there are `texts`.
   */
  readonly cache?: boolean;
  /** Texts that replace the contents of files (sources or headers), by absolute path. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** Compiles a program to a module whose threads can be suspended and resumed at each access to shared memory. */
export async function build(options: BuildOptions): Promise<Built> {
  const { texts } = options;
  if (texts === undefined || Object.keys(texts).length === 0) return buildWith(options, NO_OVERLAY);
  return withOverlay(texts, (overlay) => buildWith({ ...options, cache: false }, overlay));
}

async function buildWith(options: BuildOptions, overlay: Overlay): Promise<Built> {
  const start = Date.now() + 1; // rounded up: Date.now() has whole milliseconds, file times have fractions
  const { files, door, cache = true } = options;
  const texts = await readSources(files);
  const { flags, notes } = await flagsOf(options);
  const sources = files.map((file, i) => ({
    ...{ file, text: overlay.textOf(file) ?? texts[i]! },
    flags: overlay.flagsWith(flags[i]!),
  }));
  const built = await buildOn(nodeHost(cache), sources, { door, start });
  // Notes are about flags that have no effect, so builds that differ in such flags share a cache entry.
  return { ...built, warnings: notes.join('') + built.warnings };
}
