import type { Outcome } from './process.js';

/** The tools of LLVM that we run. */
export type Tool = 'clang' | 'wasm-ld';

/** One run of a tool. The result goes to its standard output. */
export interface ToolRun {
  readonly tool: Tool;
  /** Arguments of the tool. `folder` is the folder of `files`. */
  readonly args: (folder: string) => readonly string[];
  readonly input?: string | Uint8Array;
  /** Files made for this run only, by name. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** The user's files and folders that it reads, for a compiler without access to the disk. */
  readonly reads?: readonly string[];
}

/** A clang with its linker. */
export interface Toolchain {
  /** For example `22.1.8`. */
  readonly version: string;
  readonly major: number;
  /** Whether it has its own headers instead of using those of the machine. */
  readonly ownHeaders: boolean;
  /** Without own headers: the headers of a C library for WASI, if the machine has one. */
  readonly wasiHeaders?: string | undefined;
  /** The folder of our own headers, by its path for the compiler. */
  readonly frameworks: string;
  run(run: ToolRun): Promise<Outcome>;
}
