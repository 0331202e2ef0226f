import { LocalStates, MODEL_NAMES, beginningAgain, parseSchedule } from '@fencepost/core';
import { tableOf, tellStory } from '@fencepost/report';
import { choose, parseArguments, wholeNumber } from './arguments.js';
import type { OptionTable } from './arguments.js';
import { usageError } from './errors.js';
import { FOUND, OK } from './exit-codes.js';
import { REPLAY_HELP } from './help.js';
import type { Io } from './io.js';
import { DEFAULT_WIDTH } from './io.js';
import { loadPrograms } from './programs.js';

const OPTIONS: OptionTable = { model: 'value', width: 'value', unroll: 'value', spurious: 'flag', help: 'flag' };

/** `fencepost replay`. */
export async function replayCommand(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArguments(args, OPTIONS, 'rest');
  const { values, flags, positionals, rest } = parsed;
  if (flags.has('help')) {
    await io.out(REPLAY_HELP);
    return OK;
  }
  const [file, text, ...more] = positionals;
  if (file === undefined || text === undefined || more.length > 0) {
    throw usageError('replay takes a file and a schedule', 'fencepost replay queue.c fp1:1.1025x2 --model tso');
  }
  const schedule = parseSchedule(text);
  const model = choose(values.get('model') ?? 'sc', MODEL_NAMES, 'model');
  const options = { unroll: wholeNumber(parsed, 'unroll', 1), spurious: flags.has('spurious'), compiler: rest };
  const programs = await loadPrograms(file, options);
  if (programs.length > 1) {
    throw usageError(`${file} has ${programs.length} programs`, 'replay takes a file with one');
  }
  const { program } = programs[0]!;
  const story = beginningAgain(() => tellStory(new LocalStates(program), model, schedule));
  const width = wholeNumber(parsed, 'width', 20) ?? io.columns ?? DEFAULT_WIDTH;
  await io.out(`${[`${file}: ${program.name} under ${model}`, ...tableOf(story, width)].join('\n')}\n`);
  return story.threads.some(({ failure }) => failure !== undefined) ? FOUND : OK;
}
