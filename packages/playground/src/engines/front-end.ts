import type { ModelName, Program } from '@fencepost/core';
import type { CheckOptions } from '@fencepost/check';
import type { Editor, SourceFiles } from '@fencepost/fix';
import type { Report } from '@fencepost/report';
import type { CheckTask, EngineFiles, LitmusAnswer, Message, Task } from '../protocol.js';

/** A program of a file. */
export interface LoadedProgram {
  readonly program: Program;
  /** Executions that are not SC are fine. */
  readonly allowsRelaxed?: boolean;
  /** Settings of the program, used unless the visitor chooses others. */
  readonly options?: CheckOptions;
}

/** The programs to check in a file. */
export interface Loaded {
  readonly programs: readonly LoadedProgram[];
  /** Messages of the compiler for a file that it accepts. */
  readonly messages?: readonly Message[];
  /** The same, as the compiler printed it. */
  readonly warnings?: string;
  /** Intermediate result from which another engine can make the same programs faster than from the file. Plain data. */
  readonly made?: unknown;
}

/** The language-specific part of an engine. */
export interface FrontEnd {
  /**
   * Makes the programs of a file. `files`: files of the engine. `made`: intermediate result of another engine for this
   * file.
   */
  load(source: Pick<Task, 'file' | 'text'>, files: EngineFiles['files'], made?: unknown): Loaded | Promise<Loaded>;
  /** Returns the editor that repairs the text of such a program; undefined if there is none. */
  editorFor(program: Program, file: string, models: readonly ModelName[], sources: SourceFiles): Editor | undefined;
  /** Answers the question of a test, beyond what the report says. It has this many seconds for its own searches. */
  answer?(task: CheckTask, report: Report, seconds: number): LitmusAnswer;
}
