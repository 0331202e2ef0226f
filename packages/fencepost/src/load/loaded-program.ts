import type { Program } from '@fencepost/core';
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
  /** Of the compiled program, of all files that a check is about or, of others, of the text. */
  readonly digest: string;
  /** It is the only program of the file. */
  readonly alone: boolean;
  /** What the compiler has to say about it. */
  readonly warnings?: string;
  /** Of a check in a test file: how it wants to be run. */
  readonly settings?: ReadCheckSettings;
  /** All files of the user's that it is made of, if they are more than the source. */
  readonly files?: readonly string[];
}

/** A program that a compiler has made. */
export interface CompiledProgram extends LoadedProgram {
  readonly built: Built;
}

/** A program that others can load as well. */
export interface ReferencedProgram extends LoadedProgram {
  readonly reference: ProgramReference;
}

/** How a program was loaded: the same again gives the same program. Plain data. */
export interface ProgramReference {
  readonly source: string;
  readonly options: LoadOptions;
  /** Which of the file's programs. */
  readonly index: number;
  readonly digest: string;
}

/** What is known about a program outside of the thread that has it: plain data. */
export interface ProgramFacts extends Omit<LoadedProgram, 'program' | 'files'> {
  readonly program: Pick<Program, 'name' | 'standard'>;
  /** Which of the programs of its file. */
  readonly index: number;
}

/** How programs are made of files. */
export interface LoadOptions extends LoadSettings {
  /** The program that is wanted: also a test case that is disabled. */
  readonly named?: string | undefined;
  /** A folder with programs that were compiled on another machine. */
  readonly prebuilt?: string;
  /** What other names modules have in the user's project, and which conditions choose them. */
  readonly alias?: Readonly<Record<string, string>>;
  readonly conditions?: readonly string[];
  /** What to read in place of some files, by their absolute paths. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Tells one version of a program from another. */
export function digestOf(content: string | Uint8Array): string {
  return sha256(content);
}

/** A program that a caller made: it stands in no file. */
export function inMemory(program: Program): LoadedProgram {
  requireProgram(program);
  return { source: program.name, program, digest: '', alone: true };
}
