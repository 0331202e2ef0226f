import type { FencepostError, ModelName, Program } from '@fencepost/core';
import { isFencepostError, modelsFor } from '@fencepost/core';
import type { CheckOptions, Help, ProgramCheck, SearchProgress } from '@fencepost/check';
import { NO_HELP, runCheck, whatFailuresMean } from '@fencepost/check';
import type { CheckReport, Report } from '@fencepost/report';
import type { CheckTask, Message } from '../protocol.js';
import type { LoadedProgram } from './front-end.js';
import type { FindHelp } from './helpers.js';
import { rest } from './own.js';
import { refusalOf } from './refusal.js';

/** Receives the progress of a search. */
type Told = (progress: SearchProgress) => void;

/**
 * Returns the report on all programs of a file. An error in one program does not stop the others; it is reported in
 * addition.
 */
export async function reportOf(
  task: CheckTask,
  programs: readonly LoadedProgram[],
  findHelp: FindHelp,
  told: Told,
): Promise<{ readonly report: Report; readonly refused: readonly Message[] }> {
  const refused: Message[] = [];
  const end = performance.now() + 1000 * task.maxSeconds;
  const models = programs.map((each) => modelsOf(task, each).length);
  const checks: CheckReport[] = [];
  for (const [i, each] of programs.entries()) {
    const { program, allowsRelaxed, options = {} } = each;
    // Each program gets a share of the remaining time, proportional to its number of models.
    const part = models[i]! / models.slice(i).reduce((a, b) => a + b, 0);
    const seconds = (Math.max(0, end - performance.now()) / 1000) * part;
    const asked = { ...options, all: task.all || options.all === true, models: modelsOf(task, each) };
    const found = await attempted(() => check(program, asked, seconds, findHelp(program, i, asked), told));
    if (isFencepostError(found)) {
      if (programs.length === 1) throw found;
      const { message, hint, line } = refusalOf(found, task);
      const text = `${program.name}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
      refused.push({ text, ...(line !== undefined && { line }) });
      continue;
    }
    const meaning = program.standard === 'ECMA-262' ? whatFailuresMean(found) : {};
    for (const checked of found) {
      checks.push({
        ...{ source: task.file, program: program.name, ...checked },
        notes: [...checked.notes, ...(meaning[checked.model] ?? [])],
        replay: replayOptions(checked, program.name, programs.length === 1, options.races === true),
        ...(allowsRelaxed === true && { allowsRelaxed }),
      });
    }
  }
  return { report: { version: 1, tool: 'fencepost playground', checks }, refused };
}

async function attempted<T>(action: () => Promise<T>): Promise<T | FencepostError> {
  try {
    return await action();
  } catch (error) {
    if (isFencepostError(error)) return error;
    throw error;
  }
}

/** Returns the arguments for `fencepost replay`, in addition to the file and the schedule. */
function replayOptions({ model, scenarios }: ProgramCheck, name: string, isAlone: boolean, races: boolean): string[] {
  const shown = scenarios?.shown ?? (isAlone ? undefined : name);
  return ['--model', model, ...(shown === undefined ? [] : ['--program', shown]), ...(races ? ['--races'] : [])];
}

/** Returns the models chosen by the visitor; if none, those of the program's settings or the defaults. */
function modelsOf({ models }: CheckTask, { program, options = {} }: LoadedProgram): readonly ModelName[] {
  return modelsFor(program, 'graph', models.length > 0 ? models : options.models);
}

async function check(
  program: Program,
  options: CheckOptions,
  seconds: number,
  help: Help,
  told: Told,
): Promise<readonly ProgramCheck[]> {
  const end = performance.now() + 1000 * seconds;
  const within = async (others: Help): Promise<readonly ProgramCheck[]> => {
    const left = Math.max(0, end - performance.now()) / 1000;
    const run = { seconds: left, tests: true, help: others, stop: { reason: undefined }, rest, watch: told };
    return (await runCheck(program, options, run)).checks;
  };
  try {
    return await within(help);
  } catch (error) {
    // Helpers also need memory. Without them, it may be sufficient.
    if (!isFencepostError(error) || error.code !== 'TOO_LARGE') throw error;
    help.close();
    return await within(NO_HELP);
  } finally {
    help.close();
  }
}
