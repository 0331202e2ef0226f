import { channel } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';
import { cannotStart, crashed } from './errors.js';

/**
 * Announces each process that is started or has ended: code that terminates this thread also has to end the process.
 */
const news = channel('fencepost:process');

/** The result of running a program. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: Uint8Array;
  /** Its diagnostics. */
  readonly messages: string;
}

/**
 * Runs a program to its end, without a shell. Rejects (C_TOOLCHAIN) if it cannot be started or is killed by a signal.
 * `folder`: made for the process; code that ends the process also removes the folder.
 */
export function runProcess(
  command: string,
  args: readonly string[],
  input: string | Uint8Array | undefined,
  folder?: string,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // Clang would add unchecked flags from this variable.
    const env = { ...process.env, CCC_OVERRIDE_OPTIONS: undefined };
    // Loaded on first use: it takes some milliseconds, and cached results need no process.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(command, args, {
      ...{ stdio: ['pipe', 'pipe', 'pipe'], env },
      // A separate process group, so that its children end with it.
      detached: !isMainThread && process.platform !== 'win32',
    });
    const { pid } = child;
    if (pid !== undefined) {
      news.publish({ pid, running: true, folder });
      child.on('close', () => news.publish({ pid, running: false }));
    }
    const output: Buffer[] = [];
    const messages: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => messages.push(chunk));
    // A program that rejects its input may exit before reading all of it; its status shows that.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => reject(cannotStart(command, error)));
    child.on('close', (status, signal) => {
      const text = Buffer.concat(messages).toString('utf8');
      if (signal === null) resolve({ ok: status === 0, output: Buffer.concat(output), messages: text });
      else reject(crashed(command, signal, text));
    });
    child.stdin.end(input);
  });
}
