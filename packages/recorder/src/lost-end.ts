import { isFencepostError } from '@fencepost/core';
import type { FedRecording, RecordedEvents, RecordingEnd } from '@fencepost/recording';
import { openRecording } from '@fencepost/recording';
import { chunksOf } from './chunks.js';
import { decompress } from './compression.js';

const LOST = 'the process was killed, or replaced itself by another program: its last operations may be missing';

const nothing = (): void => undefined;
const UNHEARD: RecordedEvents = {
  load: nothing,
  store: nothing,
  update: nothing,
  swap: nothing,
  failedSwap: nothing,
  fence: nothing,
  spawn: nothing,
  join: nothing,
  free: nothing,
  outside: nothing,
};

/**
 * Returns the end of a recording whose process has not reported its end, by the part that was written; undefined: it
 * cannot be read again.
 */
export function lostEnd(file: string | undefined): RecordingEnd {
  const { operations, threads } = file === undefined ? { operations: 0, threads: 0 } : countedIn(file);
  return { reason: 'lost', operations, threads, notes: [LOST] };
}

function countedIn(file: string): Pick<FedRecording, 'operations' | 'threads'> {
  try {
    return openRecording({ open: () => chunksOf(file), decompress, partial: true }).feed(UNHEARD);
  } catch (error) {
    // Reading the recording reports the error.
    if (isFencepostError(error)) return { operations: 0, threads: 0 };
    throw error;
  }
}
