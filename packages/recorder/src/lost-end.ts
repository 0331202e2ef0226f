import { isFencepostError } from '@fencepost/core';
import type { FedRecording, RecordedEvents, RecordingEnd } from '@fencepost/recording';
import { openRecording } from '@fencepost/recording';
import { chunksOf } from './chunks.js';
import { decompress } from './compression.js';

const LOST = 'the process was killed, or became another program: what it did last may be missing';

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

/** The end of a recording whose process has not told how it ended, by what was written so far. */
export function lostEnd(file: string): RecordingEnd {
  const { operations, threads } = countedIn(file);
  return { reason: 'lost', operations, threads, notes: [LOST] };
}

function countedIn(file: string): Pick<FedRecording, 'operations' | 'threads'> {
  try {
    return openRecording({ open: () => chunksOf(file), decompress, partial: true }).feed(UNHEARD);
  } catch (error) {
    // Whoever reads the recording is told what is wrong with it.
    if (isFencepostError(error)) return { operations: 0, threads: 0 };
    throw error;
  }
}
