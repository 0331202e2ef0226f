import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { RecordedSite } from '@fencepost/recording';
import { OTHER_RUNTIME_CODE, RUNTIME_VERSION, otherRuntime } from './runtime-version.js';
import { exitCode, requireExecutable, withoutRandomAddresses } from './commands.js';

/** An operation, and a write of another thread to the same place that it may come before. */
export interface SteeredPair {
  readonly early: RecordedSite;
  readonly late: RecordedSite;
}

/** What a run without store buffers comes to: helps to spread what other runs try. */
export interface SteeringCounts {
  readonly steps: number;
  /** Executions of the operation and of the write of each pair. */
  readonly pairs: ReadonlyMap<SteeredPair, { readonly early: number; readonly late: number }>;
}

/** A program to run with store buffers. */
export interface SteerRequest {
  readonly command: readonly string[];
  /** A model that the runtime emulates. */
  readonly model: ModelName;
  /** Seed for the scheduling of threads, and of stores to memory. The same seed gives the same run. */
  readonly seed: number;
  /** A run tries these, or some if there are many; without any, all reordering is random. */
  readonly pairs: readonly SteeredPair[];
  /** Of a run of the same command under SC. */
  readonly counts?: SteeringCounts;
  /** Time limit of a run. */
  readonly milliseconds: number;
}

/** The end of a run. */
export interface SteeredRun {
  /** Exit code; as in shells, 128 + the number of the signal that ended it. */
  readonly code: number;
  readonly isTooLong: boolean;
  /** Whether a process with hooks has started a thread. */
  readonly isSteered: boolean;
  /** Whether one of the pairs lies in the program. */
  readonly isAimed: boolean;
  readonly counts: SteeringCounts;
  /** How often the operation of a pair came before the write; pairs that were not tried are omitted. */
  readonly overtaken: ReadonlyMap<SteeredPair, number>;
  /** End of its output. */
  readonly output: string;
}

/** Exit code with which the runtime ends a program if a loop waits for something that never happens. */
export const IDLE_CODE = 124;
const MOST_OUTPUT = 4000;
const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
/** Limit for the list of pairs: an environment variable has room for 128 KiB. */
const MOST_PAIRS_BYTES = 100_000;

/** Runs a program that was built for `fencepost record`, with store buffers. */
export function steer({ command, model, seed, pairs, counts, milliseconds }: SteerRequest): Promise<SteeredRun> {
  requireExecutable(command);
  const [program, ...args] = withoutRandomAddresses(command);
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-steer-'));
  const mark = join(folder, 'steered');
  const env = {
    ...process.env,
    FENCEPOST_STEER_MARK: mark,
    FENCEPOST_STEER: model,
    FENCEPOST_RUNTIME: String(RUNTIME_VERSION),
    FENCEPOST_RECORD_SEED: String(seed),
    FENCEPOST_STEER_PAIRS: pairLines(pairs, counts),
    ...(counts !== undefined && { FENCEPOST_STEER_STEPS: String(counts.steps) }),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    let isTooLong = false;
    const take = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-MOST_OUTPUT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const limit = setTimeout(() => {
      isTooLong = true;
      child.kill('SIGKILL');
    }, milliseconds);
    // A program that waits forever must not be left running.
    const end = (signal: NodeJS.Signals): void => {
      child.kill('SIGKILL');
      stop();
      process.kill(process.pid, signal);
    };
    const stop = (): void => {
      clearTimeout(limit);
      for (const signal of ENDING) process.off(signal, end);
      rmSync(folder, { recursive: true, force: true });
    };
    for (const signal of ENDING) process.on(signal, end);
    child.on('error', (error) => {
      stop();
      reject(new FencepostError('USAGE', `cannot run ${command[0]!}: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      const isSteered = existsSync(mark);
      const report = isSteered ? readFileSync(mark, 'utf8') : '';
      stop();
      if (code === OTHER_RUNTIME_CODE) reject(otherRuntime(command[0]!));
      else resolve({ code: exitCode(code, signal), isTooLong, isSteered, output, ...readReport(report, pairs) });
    });
  });
}

/** Returns the pairs as the runtime reads them (aims.c). Pairs that do not fit are omitted. */
function pairLines(pairs: readonly SteeredPair[], counts: SteeringCounts | undefined): string {
  let lines = '';
  for (const [i, pair] of pairs.entries()) {
    const { early, late } = pair;
    if (early.module === undefined || late.module === undefined) continue;
    const expected = counts?.pairs.get(pair) ?? { early: 0, late: 0 };
    const places = `${early.offset}@${early.module}\t${late.offset}@${late.module}`;
    const line = `${i}\t${expected.early}\t${expected.late}\t${places}\n`;
    if (lines.length + line.length > MOST_PAIRS_BYTES) break;
    lines += line;
  }
  return lines;
}

/** Reads what the runtime has written: `p` if there are pairs; at the end, its steps, and a line for each pair. */
function readReport(text: string, pairs: readonly SteeredPair[]): Pick<SteeredRun, 'isAimed' | 'counts' | 'overtaken'> {
  const isAimed = text.startsWith('p');
  const [steps = '', ...lines] = text
    .slice(isAimed ? 1 : 0)
    .trimEnd()
    .split('\n');
  const counts = new Map<SteeredPair, { early: number; late: number }>();
  const overtaken = new Map<SteeredPair, number>();
  for (const line of lines) {
    const [i, early, late, held, overtook] = line.split(' ').map(Number);
    const pair = pairs[i!];
    // Each process of the command writes its own.
    if (pair === undefined || overtook === undefined) continue;
    counts.set(pair, { early: early!, late: late! });
    if (held! + overtook > 0) overtaken.set(pair, overtook);
  }
  return { isAimed, counts: { steps: Number(steps), pairs: counts }, overtaken };
}
