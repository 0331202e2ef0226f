import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What ends a command before its time. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

/** How `fencepost` is called in a folder: as the user says, as installed there or above, or through npx. */
export function commandFor(folder: string, given: readonly string[]): readonly string[] {
  if (given.length > 0) return given;
  for (let above = folder; ; above = path.dirname(above)) {
    const script = path.join(above, 'node_modules', 'fencepost', 'bin', 'fencepost.js');
    if (existsSync(script)) return ['node', script];
    if (above === path.dirname(above)) return ['npx', '--yes', 'fencepost'];
  }
}

/** Runs it in the folder. The first interrupt asks for a report of what was found so far; it ends by itself then. */
export function run(command: readonly string[], folder: string, cancellation: Cancellation): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: folder, shell: process.platform === 'win32' && program === 'npx' });
    const stop = cancellation.onCancellationRequested(() => child.kill('SIGINT'));
    if (cancellation.isCancellationRequested) child.kill('SIGINT');
    let out = '';
    let err = '';
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      stop.dispose();
      resolve({ code, out, err });
    });
  });
}
