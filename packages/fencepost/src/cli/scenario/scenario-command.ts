import type { ModelName, Program } from '@fencepost/core';
import { modelTitle, modelsFor } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import { usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import { readText } from '../../files/files.js';
import { loadPrograms } from '../../load/programs.js';
import { requested } from '../../options/resolve.js';
import { programNamed, scenarioNamed } from '../../run/named-programs.js';
import { BuiltIns } from '../../workers/built-ins.js';
import { scenarioHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';

/** How long to find out whether the test shows what the scenario does. */
const SECONDS = 60;

/** `fencepost scenario`. */
export async function scenarioCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('scenario', args);
  if (asked.help) {
    await io.out(scenarioHelp());
    return OK;
  }
  const { positionals } = asked.given;
  const { program: name, models, races, maxTime = SECONDS } = asked.values;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1 || name === undefined) {
    throw usageError(
      'scenario takes a file and the name of a scenario',
      "fencepost scenario ring.c --program 'ring: push(1) | pop()'",
    );
  }
  const builtIns = new BuiltIns();
  const loaded = await loadPrograms(file, asked.values);
  const structure = loaded.find(({ program }) => program.scenarios?.named(name) !== undefined);
  const { program, settings } = structure ?? structureOf(loaded, name, file);
  const scenario = scenarioNamed(program, name, file);
  const test = program.scenarios!.test?.(name, { path: file, text: readText(file) });
  builtIns.require(file);
  if (test === undefined) throw usageError(`${file} is in a language in which no tests are written`);
  await io.out(test.text);
  for (const model of models ?? settings?.models ?? modelsFor(scenario)) {
    const seen = isSeen(scenario, test.program, { model, races, maxSeconds: maxTime });
    if (seen === 'seen') continue;
    io.err(
      seen === 'unseen'
        ? unseen(model)
        : `fencepost: ${modelTitle(model)}: it was not found out in time whether the test fails\n`,
    );
    return seen === 'unseen' ? FOUND : INCONCLUSIVE;
  }
  return OK;
}

function structureOf<T extends { readonly program: Program }>(loaded: readonly T[], name: string, file: string): T {
  const found = loaded.find(({ program }) => name.startsWith(`${program.name}: `)) ?? programNamed(loaded, name, file);
  if (found.program.scenarios !== undefined) return found;
  throw usageError(`${found.program.name} is no data structure, and has no scenarios`, 'it is a test already');
}

function unseen(model: ModelName): string {
  return `fencepost: under ${modelTitle(model)} the scenario fails by the order of calls in different threads, which the test does not see: replay shows it\n`;
}

/** Does a test that sees the results only fail if the scenario does? */
function isSeen(
  scenario: Program,
  test: Program,
  { model, ...options }: { readonly model: ModelName; readonly races: boolean; readonly maxSeconds: number },
): 'seen' | 'unseen' | 'undecided' {
  const [whole] = checkProgram(scenario, { ...options, models: [model] });
  if (whole!.verdict === 'safe') return 'seen';
  const [seen] = checkProgram(test, { ...options, models: [model] });
  if (seen!.verdict === 'failing') return 'seen';
  return whole!.verdict === 'failing' && seen!.verdict === 'safe' ? 'unseen' : 'undecided';
}
