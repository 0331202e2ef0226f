import type { Failure } from '@fencepost/core';
import { REFERENCE_MODEL, formatSite, modelNames } from '@fencepost/core';
import { explanationText, firstLine, fullMessage, printable, storyText } from '@fencepost/report';
import type { Replayed } from '@fencepost/check';
import { replayProgram } from '@fencepost/check';
import { choose, didYouMean, namesOf, parseArguments, wholeNumber } from '../../options/arguments.js';
import type { OptionTable } from '../../options/arguments.js';
import { wantsColour } from '../terminal/colour.js';
import { usageError } from '../../errors.js';
import { FOUND, OK } from '../../exit-codes.js';
import { replayHelp } from '../terminal/help.js';
import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Io } from '../terminal/io.js';
import type { LoadedProgram } from '../../load/loaded-program.js';
import { loadPrograms } from '../../load/programs.js';
import { linesOfExecution } from '../../formats/source-lines.js';
import { walkThrough } from './step-command.js';

const OPTIONS: OptionTable = {
  model: 'value',
  program: 'value',
  width: 'value',
  unroll: 'value',
  include: 'list',
  daemon: 'list',
  spurious: 'flag',
  races: 'flag',
  step: 'flag',
  help: 'flag',
};

/** `fencepost replay`. */
export async function replayCommand(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArguments(args, OPTIONS, 'rest');
  const { values, flags, positionals, rest } = parsed;
  if (flags.has('help')) {
    await io.out(replayHelp());
    return OK;
  }
  const [file, text, ...more] = positionals;
  if (file === undefined || text === undefined || more.length > 0) {
    throw usageError('replay takes a file and a schedule', 'fencepost replay queue.c fp1:1.1-1x2 --model NAME');
  }
  const model = choose(values.get('model') ?? REFERENCE_MODEL, modelNames(), 'model');
  const asked = wholeNumber(parsed, 'width', 20);
  const options = {
    unroll: wholeNumber(parsed, 'unroll', 1),
    spurious: flags.has('spurious'),
    include: namesOf(parsed, 'include') ?? [],
    daemons: namesOf(parsed, 'daemon') ?? [],
    compiler: rest,
  };
  const { program } = chosen(await loadPrograms(file, options), values.get('program'), file);
  const replayed = replayProgram(program, model, text, { races: flags.has('races') });
  const colour = wantsColour('auto', process.env, io.outIsTerminal);
  const title = `${file}: ${program.name} under ${model}`;
  const ending = endLines(replayed);
  const { counterexample } = replayed;
  if (flags.has('step'))
    await walkThrough(counterexample.story, { source: file, title, ending, width: asked, colour }, io);
  else {
    const width = asked ?? io.columns ?? DEFAULT_WIDTH;
    const why = explanationText(counterexample, file, linesOfExecution(counterexample), { width, colour });
    const table = storyText(counterexample.story, { width, colour }, file);
    const lines = [printable(title), ...table, ...ending.map(printable), ...(why.length === 0 ? [] : ['', ...why])];
    await io.out(`${lines.join('\n')}\n`);
  }
  return replayed.failures.length > 0 ? FOUND : OK;
}

function chosen(programs: readonly LoadedProgram[], name: string | undefined, file: string): LoadedProgram {
  const names = programs.map(({ program }) => program.name);
  if (name === undefined && programs.length === 1) return programs[0]!;
  const found = programs.filter(({ program }) => program.name === name);
  if (found.length === 1) return found[0]!;
  const list = `its programs are ${names.map((each) => `'${each}'`).join(', ')}`;
  if (name === undefined) throw usageError(`${file} has ${programs.length} programs`, `say which: --program; ${list}`);
  if (found.length > 1) throw usageError(`${file} has ${found.length} programs called '${name}'`, list);
  const guess = didYouMean(name, names);
  throw usageError(`${file} has no program called '${name}'`, guess === undefined ? list : `${guess} (${list})`);
}

/** What the execution comes to. */
function endLines({ failures, unfinished }: Replayed): string[] {
  if (failures.length > 0) return failures.flatMap(failureLines);
  const isOver = unfinished.length === 0;
  const rest = `the schedule ends without a failure, before the program does: ${unfinished.join(', ')} could go on`;
  return [isOver ? 'the execution ends without a failure' : rest];
}

function failureLines(failure: Failure): string[] {
  return [failureLine(failure), ...fullMessage(failure.message).map((line) => `  ${line}`)];
}

function failureLine({ kind, message, thread, site }: Failure): string {
  const shown = firstLine(message);
  // What a race tells has its places in it.
  if (kind === 'data race') return `fails: ${shown}`;
  const where = [...(thread === undefined ? [] : [`in ${thread}`]), ...(site === undefined ? [] : [formatSite(site)])];
  const what = kind === 'assertion' ? shown : `${kind}: ${shown}`;
  return `fails: ${what}${where.length === 0 ? '' : ` (${where.join(', ')})`}`;
}
