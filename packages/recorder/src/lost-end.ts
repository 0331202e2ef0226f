import { isFencepostError } from '@fencepost/core';
import type { FedRecording, RecordedEvents, RecordingEnd } from '@fencepost/recording';
import { openRecording } from '@fencepost/recording';
import { chunksOf } from './chunks.js';
import { decompress } from './compression.js';

const LOST = 'the process was killed, or replaced itself by another program: its last operations may be missing';
const LIMITED = 'only the first part of the run is recorded (--limit): nothing is known of what came later';

const LAST = 'only the last part of the run is recorded (--ring): what came before it is unknown';
const RUNNING = 'the program went on: nothing is known of what came later';

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
  return { reason: 'lost', ...countedIn(file), notes: [LOST] };
}

/** Returns the end of a recording that has only the first part of a run, as asked for. */
export function limitedEnd(file: string | undefined, { notes = [] }: Pick<RecordingEnd, 'notes'>): RecordingEnd {
  return { reason: 'limit', ...countedIn(file), notes: [LIMITED, ...notes] };
}

/** Returns the end of a recording that has only the last part of a run, perhaps up to now, as asked for. */
export function lastEnd(
  file: string | undefined,
  isRunning: boolean,
  end: RecordingEnd | undefined,
  isPart: boolean,
): RecordingEnd {
  const notes = [
    ...(isPart ? [LAST] : []),
    ...(isRunning ? [RUNNING] : end === undefined ? [LOST] : (end.notes ?? [])),
  ];
  return { reason: isRunning ? 'snapshot' : (end?.reason ?? 'lost'), ...countedIn(file), notes };
}

function countedIn(file: string | undefined): Pick<FedRecording, 'operations' | 'threads'> {
  if (file === undefined) return { operations: 0, threads: 0 };
  try {
    const { operations, threads } = openRecording({
      open: () => chunksOf(file),
      decompress,
      partial: true,
    }).feed(UNHEARD);
    return { operations, threads };
  } catch (error) {
    // Reading the recording reports the error.
    if (isFencepostError(error)) return { operations: 0, threads: 0 };
    throw error;
  }
}
