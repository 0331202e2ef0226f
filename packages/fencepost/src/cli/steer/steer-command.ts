import { REFERENCE_MODEL, printable, printableLines } from '@fencepost/core';
import type { SteeredPair, SteeredRun, SteerRequest } from '@fencepost/recorder';
import { IDLE_CODE, steer } from '@fencepost/recorder';
import { counted } from '@fencepost/report';
import { usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { SteerOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import type { NamedPair, SteeredRecording } from './pairs.js';
import { byPlaces, pairsIn, pairsOfModules, recordingsIn } from './pairs.js';

/** The runs without store buffers are the same for each seed: what they count is part of what a steered run depends on. */
const REFERENCE_SEED = 1;
/** Number of pairs that are listed. */
const MOST_SHOWN = 10;

/** Runs `fencepost steer`. */
export async function steerCommand(asked: Asked<{ readonly steer: SteerOptions }>, io: Io): Promise<number> {
  const { positionals: files, rest: command } = asked.given;
  if (command.length === 0) {
    throw usageError('the program to run comes after --', 'as in fencepost steer -- ./program');
  }
  const { model, runs, runSeconds, seed = 1 } = asked.values.steer;
  const recordings = await recordingsIn(files, model);
  const pairs = pairsIn(recordings);
  const retried = recordings.reduce((sum, each) => sum + each.retried, 0);
  const omitted = retried === 0 ? '' : '; pairs that would only be tried again are omitted';
  if (files.length > 0) {
    await io.out(`${model}: ${counted(byPlaces(pairs).length, 'pair')} of operations to steer into${omitted}\n`);
  }
  const reference = { command, pairs, milliseconds: runSeconds * 1000, model: REFERENCE_MODEL, seed: REFERENCE_SEED };
  await requireSuccess(reference, recordings);
  const request = { ...reference, model, counts: (await steer(reference)).counts };
  const overtaken = new Map<SteeredPair, number>();
  let tooLong = 0;
  for (let i = 0; i < runs; i++) {
    const run = await steer({ ...request, seed: seed + i });
    for (const [pair, times] of run.overtaken) overtaken.set(pair, (overtaken.get(pair) ?? 0) + times);
    if (run.isTooLong) tooLong++;
    else if (run.code !== 0) {
      const again = [...['--model', model, '--seed', `${seed + i}`, '--runs', '1'], ...files, '--', ...command];
      await tell(io, run, `${model}: the program ${endOf(run.code)} in run ${i + 1} of ${runs}`, again);
      return FOUND;
    }
  }
  const rest = tooLong === 0 ? '' : `; ${counted(tooLong, 'run')} took more than ${counted(runSeconds, 'second')}`;
  await io.out(`${model}: no failure in ${counted(runs, 'run')}${rest}\n`);
  for (const line of shownBy(pairs, overtaken)) await io.out(`${line}\n`);
  return tooLong === 0 ? OK : INCONCLUSIVE;
}

/** Returns what runs without a failure have shown: a pair that came about is perhaps harmless, any other was not tested. */
function* shownBy(pairs: readonly NamedPair[], overtaken: ReadonlyMap<SteeredPair, number>): Generator<string> {
  if (pairs.length === 0) return;
  const groups = byPlaces(pairs);
  const isNever = (group: readonly NamedPair[]): boolean => group.every((pair) => (overtaken.get(pair) ?? 0) === 0);
  const never = groups.filter((group) => isNever(group)).map(([pair]) => pair!);
  const came = groups.length - never.length;
  yield `  ${counted(came, 'pair')} came about${never.length === 0 ? '' : `, ${never.length} did not:`}`;
  for (const { operation, write } of never.slice(0, MOST_SHOWN)) yield `    ${operation} before ${write}`;
  if (never.length > MOST_SHOWN) yield `    and ${never.length - MOST_SHOWN} more`;
}

/**
 * Requires that the program succeeds under SC: a failure there is not caused by store buffers. And that it is the
 * program of all recordings, whether pairs were found there or not. Recordings of the same modules need one run.
 */
async function requireSuccess(request: SteerRequest, recordings: readonly SteeredRecording[]): Promise<void> {
  const programs = new Map(recordings.map((each) => [each.modules.join('\n'), each]));
  if (programs.size === 0) await requireRun({ ...request, pairs: [] });
  for (const recording of programs.values()) {
    await requireRun({ ...request, pairs: pairsOfModules(recording) }, recording.file);
  }
}

async function requireRun(request: SteerRequest, recording?: string): Promise<void> {
  const { code, isTooLong, isSteered, isAimed, output } = await steer(request);
  if (code === 0 && !isSteered) {
    throw usageError(
      'nothing to steer: no process built for recording started a thread',
      'build the program with fencepost record -- cc …',
    );
  }
  if (code === 0 && !isAimed && recording !== undefined) {
    throw usageError(
      `${request.command[0]!} is not the recorded program: none of the operations in ${recording} is in it`,
      'record the same executable that you steer',
    );
  }
  if (code === 0) return;
  const how = isTooLong ? 'takes too long' : endOf(code);
  throw usageError(
    printableLines(`the program ${how} without store buffers, too${output === '' ? '' : `:\n${output.trimEnd()}`}`),
    isTooLong ? '--run-seconds sets the time limit of a run' : 'a run succeeds if it ends with exit code 0',
  );
}

function endOf(code: number): string {
  if (code === IDLE_CODE) return 'waits for ever';
  return code > 128 ? `is ended by signal ${code - 128}` : `ends with exit code ${code}`;
}

async function tell(io: Io, { output }: SteeredRun, what: string, again: readonly string[]): Promise<void> {
  await io.out(`${what}\n`);
  if (output !== '') await io.out(printableLines(`${output.trimEnd().replaceAll(/^/gm, '  ')}\n`));
  await io.out(`again: ${printable(['fencepost steer', ...again.map(quoted)].join(' '))}\n`);
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
