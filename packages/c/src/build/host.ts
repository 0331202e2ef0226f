import type { Cache } from '../toolchain/cache.js';
import type { Dependency } from '../toolchain/dependencies.js';
import type { Toolchain } from '../toolchain/toolchain.js';

/**
 * What a build needs of where it runs: on a machine with Node (`node-host.ts`), or in a page of a browser
 * (`browser-host.ts`). The rest of a build, and all that runs programs, is the same on both.
 */
export interface Host {
  /** Paths of sources start here. */
  readonly directory: string;
  readonly cache: Cache;
  /** Changes with our own code, as what another version has made is not reused. */
  ownIdentity(): string;
  /** Changes with the compiler and with Binaryen. */
  toolsIdentity(): string;
  /** What a compiler takes into account besides files and flags. */
  surroundings(): readonly unknown[];
  toolchain(): Promise<Toolchain>;
  /** Makes the functions of a module resumable. */
  asyncify(wasm: Uint8Array): Promise<Uint8Array>;
  /** The files that reports may quote, if these are the sources, and those the compiler has read. */
  filesRead(files: readonly string[], headers: readonly string[]): (file: string) => boolean;
  /** The files as they are now; undefined if it is unknown which content the compiler has seen. */
  recordDependencies(paths: readonly string[], start: number): Promise<readonly Dependency[] | undefined>;
  /** Are all files unchanged? */
  unchanged(dependencies: readonly Dependency[]): Promise<boolean>;
}
