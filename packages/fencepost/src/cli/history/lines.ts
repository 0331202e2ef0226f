import { closeSync, openSync, readSync } from 'node:fs';
import { cannotRead } from '../../files/files.js';

const CHUNK = 1 << 20;

/** Yields the lines of a file of any size, without those that are empty. */
export function* linesIn(path: string): Generator<{ readonly text: string; readonly line: number }> {
  const file = opened(path);
  const decoder = new TextDecoder();
  const chunk = Buffer.alloc(CHUNK);
  let rest = '';
  let line = 0;
  try {
    for (;;) {
      const length = readSync(file, chunk);
      const texts = (rest + decoder.decode(chunk.subarray(0, length), { stream: length > 0 })).split('\n');
      rest = length > 0 ? texts.pop()! : '';
      for (const text of texts) {
        line++;
        if (text.trim() !== '') yield { text, line };
      }
      if (length === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    const file = openSync(path, 'r');
    readSync(file, Buffer.alloc(1), 0, 1, 0);
    return file;
  } catch (error) {
    throw cannotRead(path, error);
  }
}
