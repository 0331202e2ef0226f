import { statSync } from 'node:fs';
import { chunksOf, decompress } from '@fencepost/recorder';
import type { OpenRecording } from '@fencepost/recording';
import { isRecording, openRecording } from '@fencepost/recording';

/** Opens a recording in binary form. Returns undefined if the file is something else or cannot be read. */
export function openBinary(path: string, partial: boolean): OpenRecording | undefined {
  if (!isBinary(path)) return undefined;
  return openRecording({ open: () => chunksOf(path), decompress, partial });
}

function isBinary(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const [chunk] = chunksOf(path, 16);
    return chunk !== undefined && isRecording(chunk);
  } catch {
    // The next attempt to read the file reports the reason.
    return false;
  }
}
