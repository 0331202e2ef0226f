import type { ModelName, Program } from '@fencepost/core';
import { modelsFor } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import type { Handler } from '@fencepost/workers';
import { usageError } from '../../errors.js';
import { readText } from '../../files/files.js';
import type { LoadOptions } from '../../load/loaded-program.js';
import { loadPrograms } from '../../load/programs.js';
import type { SearchOptions } from '../../options/search.js';
import { isScenarioOf, programNamed, scenarioNamed, structureWith } from '../../run/named-programs.js';
import { BuiltIns } from '../../workers/built-ins.js';
import type { PlainError } from '../../workers/plain-error.js';
import { plainError } from '../../workers/plain-error.js';

/** Default time limit for deciding whether the test shows the behaviour of the scenario. */
const SECONDS = 60;

/** A scenario of a file to be printed as a test. */
export interface ScenarioTask {
  readonly file: string;
  readonly name: string;
  readonly load: LoadOptions;
  readonly search: SearchOptions;
  /** Time limit for the whole task. */
  readonly seconds: number | undefined;
}

/** Whether the test shows the behaviour of the scenario; if not, the model under which it does not. */
export type ScenarioAnswer =
  | { readonly kind: 'seen' }
  | { readonly kind: 'unseen' | 'undecided'; readonly model: ModelName }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** Generates the test, reports it as progress, and decides whether it shows the behaviour of the scenario. */
export function scenarioHandler(builtIns = new BuiltIns()): Handler<ScenarioTask, ScenarioAnswer, string> {
  return async (task, { tell }) => {
    try {
      return await testOf(task, builtIns, tell);
    } catch (error) {
      return { kind: 'failed', error: plainError(builtIns.explain(error, task.file)) };
    }
  };
}

async function testOf(
  { file, name, load, search, seconds }: ScenarioTask,
  builtIns: BuiltIns,
  tell: (text: string) => void,
): Promise<ScenarioAnswer> {
  const began = performance.now();
  const { models, races } = search;
  const loaded = await loadPrograms(file, load);
  const { program, settings } = structureWith(loaded, name) ?? noStructure(loaded, name, file);
  const scenario = scenarioNamed(program, name, file);
  const test = program.scenarios!.test?.(name, { path: file, text: readText(file) });
  builtIns.require(file);
  if (test === undefined) throw usageError(`${file} is in a language for which scenario writes no tests`);
  tell(test.text);
  const deadline = seconds === undefined ? performance.now() + 1000 * SECONDS : began + 1000 * seconds;
  for (const model of modelsFor(scenario, 'graph', models ?? settings?.models)) {
    const kind = isSeen(scenario, test.program, { model, races }, deadline);
    builtIns.require(file);
    if (kind !== 'seen') return { kind, model };
  }
  return { kind: 'seen' };
}

/**
 * Handles a name that is no scenario of any structure. Returns the structure whose name it starts with or equals;
 * throws if there is none.
 */
function noStructure<T extends { readonly program: Program }>(loaded: readonly T[], name: string, file: string): T {
  const found = loaded.find((each) => isScenarioOf(name, each)) ?? programNamed(loaded, name, file);
  if (found.program.scenarios !== undefined) return found;
  throw usageError(`${found.program.name} is not a data structure, so it has no scenarios`, 'it is already a test');
}

/** Whether a test that observes only the results fails if the scenario does. */
function isSeen(
  scenario: Program,
  test: Program,
  { model, races }: { readonly model: ModelName; readonly races: boolean },
  deadline: number,
): 'seen' | 'unseen' | 'undecided' {
  const check = (program: Program): string => {
    const maxSeconds = Math.max(0, (deadline - performance.now()) / 1000);
    return checkProgram(program, { races, maxSeconds, models: [model] })[0]!.verdict;
  };
  const whole = check(scenario);
  if (whole === 'safe') return 'seen';
  const seen = check(test);
  if (seen === 'failing') return 'seen';
  return whole === 'failing' && seen === 'safe' ? 'unseen' : 'undecided';
}
