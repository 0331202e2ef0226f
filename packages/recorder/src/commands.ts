import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { FencepostError } from '@fencepost/core';
import { firstOnPath, isExecutable } from './programs.js';

/** Throws USAGE if the program does not exist. */
export function requireExecutable([program]: readonly string[]): void {
  if (program !== undefined && canRun(program)) return;
  const isThere = program?.includes('/') === true && existsSync(program);
  const reason = isThere ? 'it is not a program' : 'there is no such program';
  throw new FencepostError('USAGE', `cannot run ${program ?? 'nothing'}: ${reason}`);
}

function canRun(program: string): boolean {
  return program.includes('/') ? isExecutable(program) : firstOnPath([program], process.env) !== undefined;
}

let canFixAddresses: boolean | undefined;

/** Disables random addresses, if the system allows it: then the same seed gives the same run. */
export function withoutRandomAddresses(command: readonly string[]): readonly string[] {
  canFixAddresses ??= spawnSync('setarch', ['-R', 'true'], { stdio: 'ignore' }).status === 0;
  return canFixAddresses ? ['setarch', '-R', ...command] : command;
}

/** Returns the exit code; as in shells, 128 + the number of the signal that ended a program. */
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Returns whether this process is in the foreground of a terminal, which then sends signals such as Ctrl-C to it and to
 * all processes that it has started.
 */
export function isInForeground(): boolean {
  try {
    // Fields after the name of the program: its state, parent, group, session, terminal, and the foreground group of
    // the terminal.
    const [, , group, , terminal, foreground] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
    return terminal !== '0' && group === foreground;
  } catch {
    return true;
  }
}
