import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** A recording that cannot be right. */
export function badRecording(message: string, details: { site?: Site; hint?: string } = {}): FencepostError {
  return new FencepostError('BAD_RECORDING', message, details);
}

/** The file ends too early, or was changed. What comes before is intact. */
export class Damaged extends Error {
  constructor(readonly what: string) {
    super(what);
  }
}
