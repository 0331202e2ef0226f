import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { RecordedSite } from '@fencepost/recording';
import { OTHER_RUNTIME_CODE, RUNTIME_VERSION, otherRuntime } from './runtime-version.js';
import { exitCode, requireExecutable, withoutRandomAddresses } from './commands.js';

/** An operation that may take effect early, and the write of its thread that may take effect late. */
export interface SteeredPair {
  readonly early: RecordedSite;
  readonly late: RecordedSite;
}

/** A program to run with store buffers. */
export interface SteerRequest {
  readonly command: readonly string[];
  /** A model that the runtime emulates. */
  readonly model: ModelName;
  /** Seed for the scheduling of threads, and of stores to memory. The same seed gives the same run. */
  readonly seed: number;
  /** A run tries one of these; without any, all reordering is random. */
  readonly pairs: readonly SteeredPair[];
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
export function steer({ command, model, seed, pairs, milliseconds }: SteerRequest): Promise<SteeredRun> {
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
    FENCEPOST_STEER_PAIRS: pairLines(pairs),
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
      const isAimed = isSteered && statSync(mark).size > 0;
      stop();
      if (code === OTHER_RUNTIME_CODE) reject(otherRuntime(command[0]!));
      else resolve({ code: exitCode(code, signal), isTooLong, isSteered, isAimed, output });
    });
  });
}

/** Returns the pairs as the runtime reads them. Pairs that do not fit are omitted: each run takes one, at random. */
function pairLines(pairs: readonly SteeredPair[]): string {
  let lines = '';
  for (const { early, late } of pairs) {
    if (early.module === undefined || late.module === undefined) continue;
    const line = `${early.offset}@${early.module}\t${late.offset}@${late.module}\n`;
    if (lines.length + line.length > MOST_PAIRS_BYTES) break;
    lines += line;
  }
  return lines;
}
