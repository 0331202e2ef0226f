import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '../../..');

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command, as users do. `meanwhile` gets the process once it has started. */
export function fencepost(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
  meanwhile: (child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'packages/fencepost/bin/fencepost.js'), ...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
    meanwhile(child);
  });
}

/** Interrupts it after this many milliseconds, if it has not ended by then; undefined: never. */
export function interruptedAfter(milliseconds: number | undefined): (child: ChildProcess) => void {
  return (child) => {
    if (milliseconds === undefined) return;
    const timer = setTimeout(() => child.kill('SIGINT'), milliseconds);
    child.on('close', () => clearTimeout(timer));
  };
}

/** Sends it a signal as soon as it has written a file. */
export function signalledBy(file: string, signal: NodeJS.Signals): (child: ChildProcess) => void {
  return (child) => {
    rmSync(file, { force: true });
    const timer = setInterval(() => {
      if (!existsSync(file)) return;
      clearInterval(timer);
      child.kill(signal);
    }, 50);
    child.on('close', () => clearInterval(timer));
  };
}
