import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of standard input on the command line. */
export const STANDARD_INPUT = '-';

/**
 * Copies standard input to a temporary file and uses that: a recording is read more than once, and may be larger than
 * memory. Ctrl-C in a pipeline also ends the recorder, which then completes the recording, so the first one does not end
 * this command.
 */
export async function withStandardInput<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-monitor-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const ignore = (): void => undefined;
  process.once('SIGINT', ignore);
  process.once('exit', remove);
  try {
    const file = join(folder, 'recording');
    await copyInput(file);
    return await use(file);
  } finally {
    process.off('SIGINT', ignore);
    process.off('exit', remove);
    remove();
  }
}

async function copyInput(file: string): Promise<void> {
  const output = openSync(file, 'w');
  try {
    for await (const chunk of process.stdin) {
      const bytes = chunk as Buffer;
      for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at);
    }
  } finally {
    closeSync(output);
  }
}
