import type { AskedProgram, Program } from '@fencepost/core';
import { requireProgram } from '@fencepost/core';
import type { Built } from '@fencepost/c';
import { sha256 } from '../files/hashes.js';
import type { ReadCheckSettings } from '../options/check-settings.js';
import type { LoadSettings } from '../options/load.js';

/** A program of a file, ready to be checked. */
export interface LoadedProgram {
  /** The file. */
  readonly source: string;
  readonly program: Program;
  /** Digest of the compiled program, of all files of a check or, for other programs, of the text. */
  readonly digest: string;
  /** Whether it is the only program of the file. */
  readonly alone: boolean;
  /** Messages of the compiler. */
  readonly warnings?: string;
  /** The settings of a check in a test file. */
  readonly settings?: ReadCheckSettings;
  /** All user files of the program, if there are more than the source. */
  readonly files?: readonly string[];
  /** The headers of the user that a compiled program includes. */
  readonly headers?: readonly string[];
}

/** A compiled program. */
export interface CompiledProgram extends LoadedProgram {
  readonly built: Built;
}

/** A program that other threads can load as well. */
export interface ReferencedProgram extends LoadedProgram {
  readonly reference: ProgramReference;
}

/** How a program was loaded: loading it again in this way gives the same program. Plain data. */
export interface ProgramReference {
  readonly source: string;
  readonly options: LoadOptions;
  /** Index of the program in its file. */
  readonly index: number;
  readonly digest: string;
}

/** Information about a program that is available outside of the thread that has it. Plain data. */
export interface ProgramFacts extends Omit<LoadedProgram, 'program' | 'files' | 'headers'> {
  readonly program: Pick<Program, 'name' | 'standard'> & Pick<AskedProgram, 'accepted'>;
  /** Index of the program in its file. */
  readonly index: number;
  /** The files of the user that the program was made from: sources, modules that they import, headers. */
  readonly reads: readonly string[];
}

/** Options for loading programs from files. */
export interface LoadOptions extends LoadSettings {
  /** Name of the requested program, which may be a disabled test case. */
  readonly named?: string | undefined;
  /** Folder of programs that were compiled on another machine. */
  readonly prebuilt?: string;
  /** Aliases of modules in the user's project, and the conditions for resolving them. */
  readonly alias?: Readonly<Record<string, string>>;
  readonly conditions?: readonly string[];
  /** Texts to use instead of some files, by their absolute paths. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Returns a digest that identifies a version of a program. */
export function digestOf(content: string | Uint8Array): string {
  return sha256(content);
}

/** Wraps a program that a caller made and that is in no file. */
export function inMemory(program: Program): LoadedProgram {
  requireProgram(program);
  return { source: program.name, program, digest: '', alone: true };
}
