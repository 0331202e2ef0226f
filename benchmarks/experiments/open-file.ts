import { readFileSync } from 'node:fs';
import { decompress } from '@fencepost/recorder';
import type { RecordedRun, RecordedSite } from '@fencepost/recording';
import { openRecording, runOfBinary } from '@fencepost/recording';

/** A recording in a file, and its sites by number. */
export function openFile(path: string): { readonly run: RecordedRun; readonly sites: readonly RecordedSite[] } {
  const bytes = readFileSync(path);
  const binary = openRecording({ open: () => [bytes], decompress });
  return { run: runOfBinary(binary, path), sites: binary.sites.sites };
}
