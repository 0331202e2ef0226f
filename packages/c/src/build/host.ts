import type { Cache } from '../toolchain/cache.js';
import type { CompiledSource, SourceFlags } from '../toolchain/compile.js';
import type { Dependency } from '../toolchain/dependencies.js';
import type { Toolchain } from '../toolchain/toolchain.js';

/**
 * The services that a build needs from its environment: a machine with Node (`node-host.ts`) or a web page
 * (`browser-host.ts`). The rest of a build, and everything that runs programs, is the same on both.
 */
export interface Host {
  /** Folder to which the paths of sources are relative. */
  readonly directory: string;
  readonly cache: Cache;
  /** Identifies the version of our own code: results of other versions are not reused. */
  ownIdentity(): string;
  /** Identifies the version of the compiler. */
  toolsIdentity(): string;
  /** Returns the inputs of the compiler other than files and flags. */
  surroundings(): readonly unknown[];
  toolchain(): Promise<Toolchain>;
  /** Compiles a source in Rust. A web page cannot. `major`: the version of LLVM that reads the result. */
  compileRust?(file: string, flags: SourceFlags, major: number): Promise<CompiledSource>;
  /** Whether the text of a program shows that it has no data race. A web page does not ask, to load faster. */
  isRaceFree?(irs: readonly string[]): Promise<boolean>;
  /**
   * Returns a predicate for the files that reports may quote, given the sources and the headers that the compiler read.
   */
  filesRead(files: readonly string[], headers: readonly string[]): (file: string) => boolean;
  /** Returns the current state of the files; undefined if it is unknown which contents the compiler has read. */
  recordDependencies(paths: readonly string[], start: number): Promise<readonly Dependency[] | undefined>;
  /** Returns whether all files are unchanged. */
  unchanged(dependencies: readonly Dependency[]): Promise<boolean>;
}
