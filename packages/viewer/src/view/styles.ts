import type { Geometry } from '../trace/geometry.js';
import { laneLeft } from '../trace/geometry.js';

type Style = Readonly<Record<string, string>>;

/** The number of colours in the theme. */
const THREAD_COLOURS = 8;

const RIGHT_MARGIN = 16;

export function px(length: number): string {
  return `${length}px`;
}

/** Gives an element the colour of a thread. */
export function laneColour(lane: number | undefined): Style {
  return { '--thread': lane === undefined ? 'var(--muted)' : `var(--thread-${lane % THREAD_COLOURS})` };
}

/** Puts an element across all lanes. */
export function acrossLanes(geometry: Geometry): Style {
  const left = laneLeft(0, geometry);
  return { ...laneColour(undefined), left: px(left), width: px(geometry.width - left - RIGHT_MARGIN) };
}

/** Puts an element into a lane. */
export function laneBox(lane: number, geometry: Geometry): Style {
  return { ...laneColour(lane), left: px(laneLeft(lane, geometry)), width: px(geometry.laneWidth) };
}
