import type { ModelName, Program } from '@fencepost/core';
import type { CheckOptions } from '@fencepost/check';
import type { Editor, SourceFiles } from '@fencepost/fix';
import type { EngineFiles, Message, Task } from '../protocol.js';

/** A program of a file. */
export interface LoadedProgram {
  readonly program: Program;
  /** Executions that are not SC are fine. */
  readonly allowsRelaxed?: boolean;
  /** How it wants to be checked, if nobody says anything else. */
  readonly options?: CheckOptions;
}

/** What a file has to check. */
export interface Loaded {
  readonly programs: readonly LoadedProgram[];
  /** What a compiler said about a file that it accepts. */
  readonly messages?: readonly Message[];
  /** The same, as it said it. */
  readonly warnings?: string;
  /** What another engine can make the same programs of, sooner than of the file. Plain data. */
  readonly made?: unknown;
}

/** What an engine knows of a language. */
export interface FrontEnd {
  /** What makes programs of a file. `files` are those of the engine. `made`: what another one has made of the file. */
  load(source: Pick<Task, 'file' | 'text'>, files: EngineFiles['files'], made?: unknown): Loaded | Promise<Loaded>;
  /** What makes repairs in the text of such a program; undefined: nothing does. */
  editorFor(program: Program, file: string, models: readonly ModelName[], sources: SourceFiles): Editor | undefined;
}
