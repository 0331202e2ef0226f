import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { FencepostError } from '@fencepost/core';
import { firstOnPath, isExecutable } from './programs.js';

/** Throws USAGE if there is no such program. */
export function requireExecutable([program]: readonly string[]): void {
  if (program !== undefined && canRun(program)) return;
  throw new FencepostError('USAGE', `cannot run ${program ?? 'nothing'}: there is no such program`);
}

function canRun(program: string): boolean {
  return program.includes('/') ? isExecutable(program) : firstOnPath([program], process.env) !== undefined;
}

let canFixAddresses: boolean | undefined;

/** The same addresses in each run, if the system allows it: then the same seed gives the same run. */
export function withoutRandomAddresses(command: readonly string[]): readonly string[] {
  canFixAddresses ??= spawnSync('setarch', ['-R', 'true'], { stdio: 'ignore' }).status === 0;
  return canFixAddresses ? ['setarch', '-R', ...command] : command;
}

/** As in shells: 128 + the number of the signal that ended a program. */
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
