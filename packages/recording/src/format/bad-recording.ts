import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** Returns the error for a recording that is invalid. */
export function badRecording(message: string, details: { site?: Site; hint?: string } = {}): FencepostError {
  return new FencepostError('BAD_RECORDING', message, details);
}

/** Thrown if the file ends too early, or was changed. The part before the damage is intact. */
export class Damaged extends Error {
  constructor(readonly what: string) {
    super(what);
  }
}
