import type { SavedCheck } from '@fencepost/check';
import { parseShared, stringifyShared } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';
import { sha256 } from '../files/hashes.js';
import { version } from './version.js';

/** The saved state of a stopped run, from which another run can resume. */
export interface SavedRun<Request, Kept> {
  readonly command: ResumableCommand;
  readonly folder: string;
  readonly request: Request;
  /** Its results and state. For `check`: by program, in the order of the run. */
  readonly kept: Kept;
}

export type ResumableCommand = 'check' | 'test' | 'fix' | 'relax';

export interface SavedProgram {
  readonly source: string;
  readonly program: string;
  /** Digest of the checked program: the compiled program, or the text. */
  readonly digest: string;
  /** Empty if the program could not be checked. */
  readonly checks: readonly CheckReport[];
  /** State of the search; null if it is over, or was ended before its state was known. */
  readonly saved: SavedCheck | null;
}

/** Version of the format after the first line. Must change whenever that format does. */
const FORMAT = 8;
const FIRST_LINE = /^fencepost-run (\d{1,9}) ([\x21-\x7e]{1,99}) ([0-9a-f]{64})$/;
const LONGEST_FIRST_LINE = 256;

/** Encodes a run: a line with the format, the version of the tool and a checksum, then JSON (`stringifyShared`). */
export function encodeRun(run: SavedRun<unknown, unknown>): Buffer {
  const body = Buffer.from(stringifyShared(run));
  const about = `fencepost-run ${FORMAT} ${version()}`;
  return Buffer.concat([Buffer.from(`${about} ${checksum(about, body)}\n`), body]);
}

/** Decodes a run. Returns the reason as text if the bytes are not valid. */
export function decodeRun<Request, Kept>(bytes: Buffer): SavedRun<Request, Kept> | string {
  const end = bytes.subarray(0, LONGEST_FIRST_LINE).indexOf('\n');
  const first = FIRST_LINE.exec(bytes.toString('latin1', 0, Math.max(end, 0)));
  if (first === null) return 'the file is damaged, or not the state of a run';
  const [, format, tool, sum] = first;
  const body = bytes.subarray(end + 1);
  if (checksum(`fencepost-run ${format!} ${tool!}`, body) !== sum) return 'the file is damaged';
  if (Number(format) !== FORMAT || tool !== version()) return `it was saved by fencepost ${tool!}`;
  return parseShared(body.toString('utf8')) as SavedRun<Request, Kept>;
}

function checksum(about: string, body: Buffer): string {
  return sha256(about, '\n', body);
}
