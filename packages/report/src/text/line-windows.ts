import type { Site } from '@fencepost/core';
import { displayWidth } from './layout.js';

const TAB = '    ';

/** A place to point at, and its role in the execution. */
export interface Mark {
  readonly site: Site;
  readonly role: string;
}

/** A part of a line, and the marks in it; columns are relative to the part. */
export interface LineWindow {
  readonly source: string;
  readonly marks: readonly Mark[];
}

/**
 * Returns the line itself if all its marks are within the width. Otherwise returns parts of it around the marks, from
 * left to right: minified files have a single line, whose beginning carries no information.
 */
export function windowsOn(source: string, marks: readonly Mark[], room: number): LineWindow[] {
  const isSeen = ({ site }: Mark): boolean => offsetOf(site, source) < room - 1;
  if (displayWidth(expandTabs(source)) <= room || marks.every(isSeen)) return [{ source, marks }];
  const inOrder = marks.toSorted((a, b) => columnOf(a) - columnOf(b));
  const windows: LineWindow[] = [];
  for (let i = 0; i < inOrder.length;) {
    const first = columnOf(inOrder[i]!);
    const near = inOrder.slice(i).filter((mark) => columnOf(mark) - first < room / 2);
    windows.push(windowAround(source, near, room));
    i += near.length;
  }
  return windows;
}

/** Starts a quarter of the width before the first mark, with `…` unless at the start of the line. */
function windowAround(source: string, marks: readonly Mark[], room: number): LineWindow {
  const from = Math.max(0, columnOf(marks[0]!) - 1 - Math.floor(room / 4));
  if (from === 0) return { source, marks };
  const moved = marks.map(({ site, role }) => ({ site: { ...site, column: columnOf({ site }) - from + 1 }, role }));
  return { source: `…${source.slice(from)}`, marks: moved };
}

function columnOf({ site: { column = 1 } }: Pick<Mark, 'site'>): number {
  return column;
}

/** Returns the number of screen columns before a place in the line. */
export function offsetOf({ column = 1 }: Site, source: string): number {
  return displayWidth(expandTabs(source.slice(0, column - 1)));
}

export function expandTabs(source: string): string {
  return source.replaceAll('\t', TAB);
}
