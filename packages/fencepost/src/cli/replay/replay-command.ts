import type { Failure } from '@fencepost/core';
import { formatSite, printable } from '@fencepost/core';
import { explanationText, firstLine, fullMessage, storyText } from '@fencepost/report';
import type { Replayed } from '@fencepost/check';
import { replayProgram } from '@fencepost/check';
import { wantsColour } from '../terminal/colour.js';
import { usageError } from '../../errors.js';
import { FOUND, OK } from '../../exit-codes.js';
import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Asked } from '../../options/command-line.js';
import type { LoadOptions } from '../../load/loaded-program.js';
import type { ReplayOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { loadPrograms } from '../../load/programs.js';
import { linesOfExecution } from '../../formats/source-lines.js';
import { programToReplay } from '../../run/named-programs.js';
import { BuiltIns } from '../../workers/built-ins.js';
import { walkThrough } from './step-command.js';

/** Runs `fencepost replay`. */
export async function replayCommand(
  asked: Asked<{ readonly replay: ReplayOptions; readonly load: LoadOptions }>,
  io: Io,
): Promise<number> {
  const [file, text, ...more] = asked.given.positionals;
  if (file === undefined || text === undefined || more.length > 0) {
    throw usageError('replay takes a file and a schedule', 'fencepost replay queue.c fp1:1.1-1x2 --model NAME');
  }
  const { replay: values, load } = asked.values;
  const { model } = values;
  const builtIns = new BuiltIns();
  const program = programToReplay(await loadPrograms(file, { ...load, named: values.program }), values.program, file);
  builtIns.acceptAdditions();
  const replayed = replayProgram(program, model, text, { races: values.races });
  builtIns.require(file);
  const colour = wantsColour('auto', process.env, io.outIsTerminal);
  const title = `${file}: ${program.name} under ${model}`;
  const ending = endLines(replayed);
  const { counterexample } = replayed;
  if (values.step) await walkThrough(counterexample.story, { source: file, title, ending, colour }, io);
  else {
    const width = io.columns ?? DEFAULT_WIDTH;
    const why = explanationText(counterexample, file, linesOfExecution(counterexample), { width, colour });
    const table = storyText(counterexample.story, { width, colour }, file);
    const lines = [printable(title), ...table, ...ending.map(printable), ...(why.length === 0 ? [] : ['', ...why])];
    await io.out(`${lines.join('\n')}\n`);
  }
  return replayed.failures.length > 0 ? FOUND : OK;
}

/** Describes the end of the execution. */
function endLines({ failures, unfinished }: Replayed): string[] {
  if (failures.length > 0) return failures.flatMap(failureLines);
  const isOver = unfinished.length === 0;
  const rest = `the schedule ends without a failure, before the program ends: ${unfinished.join(', ')} could continue`;
  return [isOver ? 'the execution ends without a failure' : rest];
}

function failureLines(failure: Failure): string[] {
  return [failureLine(failure), ...fullMessage(failure.message).map((line) => `  ${line}`)];
}

function failureLine({ kind, message, thread, site }: Failure): string {
  const shown = firstLine(message);
  // The message of a race already contains its positions.
  if (kind === 'data race') return `fails: ${shown}`;
  const where = [...(thread === undefined ? [] : [`in ${thread}`]), ...(site === undefined ? [] : [formatSite(site)])];
  const what = kind === 'assertion' ? shown : `${kind}: ${shown}`;
  return `fails: ${what}${where.length === 0 ? '' : ` (${where.join(', ')})`}`;
}
