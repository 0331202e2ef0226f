import type { RecordedRun, Recording } from '@fencepost/recording';
import { runOfRecording } from '@fencepost/recording';
import { usageError } from '../../errors.js';
import { readText } from '../../files/files.js';

/** The execution recorded in a file. */
export function readRun(path: string): RecordedRun {
  const text = readText(path);
  let recording: Recording;
  try {
    recording = JSON.parse(text) as Recording;
  } catch (error) {
    throw usageError(
      `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'docs/use/monitor.md describes recordings',
    );
  }
  return runOfRecording(recording);
}
