import type { Geometry } from '../trace/geometry.js';
import { laneLeft } from '../trace/geometry.js';

type Style = Readonly<Record<string, string>>;

/** The number of colours in the theme. */
const THREAD_COLOURS = 8;

export function px(length: number): string {
  return `${length}px`;
}

/** Gives an element the colour of a thread. */
export function laneColour(lane: number | undefined): Style {
  return { '--thread': lane === undefined ? 'var(--muted)' : `var(--thread-${lane % THREAD_COLOURS})` };
}

/** Puts an element into a lane. */
export function laneBox(lane: number, geometry: Geometry): Style {
  return { ...laneColour(lane), left: px(laneLeft(lane, geometry)), width: px(geometry.laneWidth) };
}
