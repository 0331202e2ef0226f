import type { FencepostError, Program } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import type { CheckOptions, ProgramCheck } from '@fencepost/check';
import { checkProgram, whatFailuresMean } from '@fencepost/check';
import type { Report } from '@fencepost/report';
import type { Answer, Beginning, CheckTask, EngineFiles, Message, Refusal } from '../protocol.js';
import { messagesIn } from './messages.js';

/** Nobody reads faster. */
const PROGRESS_MILLISECONDS = 100;

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
}

/** What makes programs of a file. `files` are those of the engine. */
export type FrontEnd = (task: CheckTask, files: EngineFiles['files']) => Loaded | Promise<Loaded>;

/** Taken now: an engine may remove it. */
const listen = self.addEventListener.bind(self);

/**
 * The life of an engine, a worker in the sandbox: it gets a port in its first message, a task over this port, and answers
 * there. What it checks has no way to the port, so it cannot answer instead.
 */
export function serve(frontEnd: FrontEnd): void {
  listen(
    'message',
    ({ data: { port, files } }: MessageEvent<Beginning>) => {
      // Taken now: what is checked may replace it.
      const post = port.postMessage.bind(port) as (answer: Answer) => void;
      port.onmessage = async ({ data }: MessageEvent<CheckTask>) =>
        post(await answer(data, () => frontEnd(data, files), post));
    },
    { once: true },
  );
}

async function answer(
  task: CheckTask,
  load: () => Loaded | Promise<Loaded>,
  post: (answer: Answer) => void,
): Promise<Answer> {
  try {
    const { programs, messages = [] } = await load();
    const refused: Message[] = [];
    const report = reportOf(task, programs, refused, post);
    return { kind: 'report', report, messages: [...messages, ...refused] };
  } catch (error) {
    if (isFencepostError(error)) return { kind: 'refused', refusal: refusalOf(error, task.file) };
    return { kind: 'refused', refusal: { message: `internal error: ${String(error)}`, isInternal: true } };
  }
}

/** What is wrong with one of several programs does not hold up the others: it is added to `refused`. */
function reportOf(
  task: CheckTask,
  programs: readonly LoadedProgram[],
  refused: Message[],
  post: (answer: Answer) => void,
): Report {
  const { maxSeconds } = task;
  const started = performance.now();
  const checks = programs.flatMap(({ program, allowsRelaxed, options = {} }) => {
    const left = Math.max(0, maxSeconds - (performance.now() - started) / 1000);
    const found = attempted(() => check({ ...task, maxSeconds: left }, program, options, post));
    if (isFencepostError(found)) {
      if (programs.length === 1) throw found;
      const { message, hint, line } = refusalOf(found, task.file);
      const text = `${program.name}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
      refused.push({ text, ...(line !== undefined && { line }) });
      return [];
    }
    const meaning = program.standard === 'ECMA-262' ? whatFailuresMean(found) : {};
    return found.map((each) => ({
      ...{ source: task.file, program: program.name, ...each },
      notes: [...each.notes, ...(meaning[each.model] ?? [])],
      replay: replayOptions(each, program.name, programs.length === 1, options.races === true),
      ...(allowsRelaxed === true && { allowsRelaxed }),
    }));
  });
  return { version: 1, tool: 'fencepost playground', checks };
}

function attempted<T>(action: () => T): T | FencepostError {
  try {
    return action();
  } catch (error) {
    if (isFencepostError(error)) return error;
    throw error;
  }
}

/** What `fencepost replay` needs besides the file and the schedule. */
function replayOptions({ model, scenarios }: ProgramCheck, name: string, isAlone: boolean, races: boolean): string[] {
  const shown = scenarios?.shown ?? (isAlone ? undefined : name);
  return ['--model', model, ...(shown === undefined ? [] : ['--program', shown]), ...(races ? ['--races'] : [])];
}

/** What the visitor leaves open is as the program wants it. */
function check(
  { models, all, maxSeconds }: CheckTask,
  program: Program,
  options: CheckOptions,
  post: (answer: Answer) => void,
): ProgramCheck[] {
  let told = performance.now();
  return checkProgram(program, {
    ...options,
    ...{ all: all || options.all === true, maxSeconds },
    ...(models.length > 0 && { models }),
    onProgress: (progress) => {
      if (performance.now() - told < PROGRESS_MILLISECONDS) return;
      told = performance.now();
      post({ kind: 'progress', progress });
    },
  });
}

function refusalOf(error: FencepostError, file: string): Refusal {
  const { message, hint, site } = error;
  return {
    message,
    ...(hint !== undefined && { hint }),
    ...(site?.file === file && { line: site.line }),
    ...('compilerOutput' in error && { details: messagesIn(String(error.compilerOutput), file) }),
  };
}
