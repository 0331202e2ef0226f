import type { ProgramCheck } from '@fencepost/check';

/** Returns the parts of checks that depend neither on the clock nor, like estimates, on the time available. */
export function told(checks: readonly ProgramCheck[]): unknown {
  const withoutTime = ({ incomplete, ...each }: ProgramCheck): unknown => ({
    ...each,
    seconds: 0,
    incomplete: incomplete && { ...incomplete, estimate: null },
  });
  return JSON.parse(JSON.stringify(checks.map(withoutTime))) as unknown;
}
