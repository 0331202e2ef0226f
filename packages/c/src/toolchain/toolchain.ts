import type { Outcome } from './process.js';

/** What is run of LLVM. */
export type Tool = 'clang' | 'wasm-ld';

/** One run of a tool. Its result goes to its standard output. */
export interface ToolRun {
  readonly tool: Tool;
  /** `folder` is where `files` are. */
  readonly args: (folder: string) => readonly string[];
  readonly input?: string | Uint8Array;
  /** Files made for this run only, by their names. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Files of the user, and folders of such, that it reads: for a compiler without access to the disk. */
  readonly reads?: readonly string[];
}

/** A clang with its linker. */
export interface Toolchain {
  /** For example `22.1.8`. */
  readonly version: string;
  readonly major: number;
  /** Has it the headers of the machine (or none at all), or does it bring its own? */
  readonly ownHeaders: boolean;
  run(run: ToolRun): Promise<Outcome>;
}
