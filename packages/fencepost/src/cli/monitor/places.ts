import type { Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import type { RecordedRun } from '@fencepost/recording';

/**
 * Returns the position of an access, with its column if known: a line may have several accesses, and a header may be
 * included in several places.
 */
export function accessAt(site: number, run: RecordedRun): string {
  const known = run.siteOf(site);
  if (known === undefined) return `site ${site}`;
  return [known, ...(known.callers ?? [])].map(({ file, line, column = 0 }) => `${file}:${line}:${column}`).join(' ');
}

/** Returns the two lines, with columns if the lines are the same. */
export function placesOf(site: number, other: number, run: RecordedRun): readonly [string, string] {
  const lines = [placeOf(site, run), placeOf(other, run)] as const;
  if (lines[0] !== lines[1]) return lines;
  return [placeOf(site, run, formatSite), placeOf(other, run, formatSite)];
}

/** Returns a place such as `ring.h:12 (from main.c:40)`. */
export function placeOf(site: number, run: RecordedRun, shown: (place: Site) => string = lineOf): string {
  const known = run.siteOf(site);
  if (known === undefined) return 'code without a line, such as the end of a thread';
  const { callers = [] } = known;
  return `${shown(known)}${callers.length === 0 ? '' : ` (from ${callers.map(lineOf).join(', ')})`}`;
}

function lineOf({ file, line }: Site): string {
  return `${file}:${line}`;
}
