import { documentation } from '@fencepost/core';
import type { RecordedRun, Recording } from '@fencepost/recording';
import { runOfBinary, runOfRecording } from '@fencepost/recording';
import { usageError } from '../../errors.js';
import { readText } from '../../files/files.js';
import { openBinary } from './open-file.js';

/**
 * Reads the execution recorded in a file. `partial`: accepts the intact part of a damaged file. `name`: how the user
 * calls the file.
 */
export function readRun(path: string, partial: boolean, name: string = path): RecordedRun {
  const binary = openBinary(path, partial);
  if (binary !== undefined) return runOfBinary(binary, name);
  const text = readText(path);
  let recording: Recording;
  try {
    recording = JSON.parse(text) as Recording;
  } catch (error) {
    throw usageError(
      `${name} is neither a recording of fencepost record nor one in JSON: ${error instanceof Error ? error.message : String(error)}`,
      `${documentation('use/monitor')} describes recordings`,
    );
  }
  return runOfRecording(recording);
}
