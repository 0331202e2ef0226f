import type { Counterexample, CycleEdge } from '@fencepost/report';
import type { BufferedStore, Timeline } from './timeline.js';

// The layout needs no algorithm: threads run across, time runs down. Each row has one step, so the rest of the row has
// room for arrows and their labels.

export const ROW_HEIGHT = 46;
export const HEAD_HEIGHT = 40;
/** Space between lanes, for the vertical parts of arrows and the lines of buffered stores. */
const GUTTER = 78;
/** The same without arrows and buffers. */
const NARROW_GUTTER = 24;
/** The same where there is little room. */
const TIGHT_GUTTER = 44;
const TIGHT_NARROW_GUTTER = 12;
/** Space below the last row. */
const BELOW = 10;
/** Space before the first lane, for the row number and the content of a gutter. */
const MARGIN = 62;
const TIGHT_MARGIN = 42;
const RIGHT_MARGIN = 16;
const TIGHT_RIGHT_MARGIN = 8;
const CHARACTER = 7.9;
/** Width of note text relative to the code font. */
const SMALLER = 0.8;
const PADDING = 30;
const NARROWEST = 150;
const TIGHT_NARROWEST = 104;
const WIDEST = 300;
const CORNER = 10;
/** Arrows leave a step below its middle and arrive above it. */
const OFF_MIDDLE = 8;
/** Distance of an arrow's number from the step that it leaves. */
const FROM_STEP = 9;
/** Distance of a buffered store from its lane, and between concurrent ones. */
const BUFFER_DISTANCE = 8;
const BUFFER_SPACING = 5;
const MOST_BUFFER_SLOTS = 3;

export interface Geometry {
  readonly laneWidth: number;
  /** Space between lanes. */
  readonly gutter: number;
  /** Space before the first lane. */
  readonly margin: number;
  readonly width: number;
  readonly height: number;
  /** Whether there is so little room that text has to be smaller. */
  readonly isTight: boolean;
}

/**
 * `hasArrows`: whether arrows of a cycle are drawn between the lanes. `available`: the width to fit into, if the lanes
 * need not become too narrow for that; undefined: as wide as they need to be.
 */
export function geometryOf({ lanes, rows, buffered }: Timeline, hasArrows = true, available = Infinity): Geometry {
  const isBusy = hasArrows || buffered.length > 0;
  // Messages can be much longer than operations; they get a second line instead.
  const operations = rows.filter(({ kind }) => kind !== 'failure' && kind !== 'waits');
  const longest = operations.reduce(
    (sofar, { where, text, note }) => Math.max(sofar, where.length + 1 + text.length, note.length * SMALLER),
    0,
  );
  const wanted = Math.round(Math.min(WIDEST, Math.max(NARROWEST, longest * CHARACTER + PADDING)));
  const fitting = (isTight: boolean, margin: number, gutter: number, narrowest: number): Geometry => {
    const right = isTight ? TIGHT_RIGHT_MARGIN : RIGHT_MARGIN;
    const others = margin + (lanes.length - 1) * gutter + right;
    const share = Math.floor((available - others) / lanes.length);
    const laneWidth = Math.max(narrowest, Math.min(wanted, share));
    const width = others + lanes.length * laneWidth;
    return { laneWidth, gutter, margin, width, height: rows.length * ROW_HEIGHT + BELOW, isTight };
  };
  const usual = fitting(false, MARGIN, isBusy ? GUTTER : NARROW_GUTTER, NARROWEST);
  if (usual.width <= available) return usual;
  return fitting(true, TIGHT_MARGIN, isBusy ? TIGHT_GUTTER : TIGHT_NARROW_GUTTER, TIGHT_NARROWEST);
}

export function laneLeft(lane: number, { laneWidth, gutter, margin }: Geometry): number {
  return margin + lane * (laneWidth + gutter);
}

export function rowMiddle(row: number): number {
  return row * ROW_HEIGHT + ROW_HEIGHT / 2;
}

/** An edge of the cycle, drawn. */
export interface Arrow {
  readonly edge: CycleEdge;
  /** Path data, as in the `d` attribute of an SVG path. */
  readonly line: string;
  readonly head: string;
  /** Position of its number: on the line, where it begins. */
  readonly badge: { readonly x: number; readonly y: number };
}

interface Route {
  readonly edge: CycleEdge;
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromLane: number;
  readonly toLane: number;
  /** Gutter of the vertical part: the one right of this lane. */
  readonly gutter: number;
}

export function arrowsOf(timeline: Timeline, cycle: readonly CycleEdge[], geometry: Geometry): Arrow[] {
  const routes = cycle.map((edge) => routeOf(timeline, edge));
  return routes.map((route) => {
    const sharing = routes.filter(({ gutter }) => gutter === route.gutter);
    return arrowOf(route, (sharing.indexOf(route) + 1) / (sharing.length + 1), geometry);
  });
}

function routeOf({ lanes, rows, rowOfStep }: Timeline, edge: CycleEdge): Route {
  const fromRow = rowOfStep[edge.from]!;
  const toRow = rowOfStep[edge.to]!;
  const fromLane = rows[fromRow]!.lane;
  const toLane = rows[toRow]!.lane;
  return { edge, fromRow, toRow, fromLane, toLane, gutter: gutterOf(fromLane, toLane, lanes.length) };
}

/**
 * Returns the gutter beside the lane where the arrow ends. An arrow within a lane is right of it, or left of the last
 * lane.
 */
function gutterOf(fromLane: number, toLane: number, lanes: number): number {
  if (fromLane === toLane) return Math.min(toLane, lanes - 2);
  return fromLane < toLane ? toLane - 1 : toLane;
}

/** @param share the part of the gutter's width, from 0 to 1, that it uses */
function arrowOf(route: Route, share: number, geometry: Geometry): Arrow {
  const { edge, fromRow, toRow, fromLane, toLane, gutter } = route;
  const { laneWidth } = geometry;
  const leavesRight = gutter >= fromLane;
  const arrivesRight = gutter >= toLane;
  const startX = laneLeft(fromLane, geometry) + (leavesRight ? laneWidth : 0);
  const endX = laneLeft(toLane, geometry) + (arrivesRight ? laneWidth : 0);
  const startY = rowMiddle(fromRow) + OFF_MIDDLE;
  const endY = rowMiddle(toRow) - OFF_MIDDLE;
  const room = geometry.gutter - BUFFER_DISTANCE - BUFFER_SPACING * MOST_BUFFER_SLOTS;
  const turnX = laneLeft(gutter, geometry) + laneWidth + room * share;
  const corner = Math.min(CORNER, Math.abs(endY - startY) / 2);
  const down = Math.sign(endY - startY) * corner;
  const out = Math.sign(turnX - startX) * corner;
  const back = Math.sign(endX - turnX) * corner;
  const line =
    `M${startX} ${startY}H${turnX - out}Q${turnX} ${startY} ${turnX} ${startY + down}` +
    `V${endY - down}Q${turnX} ${endY} ${turnX + back} ${endY}H${endX - Math.sign(back) * 6}`;
  const head = `M${endX} ${endY}l${-Math.sign(back) * 8} -4.5v9z`;
  const badge = { x: startX + Math.sign(turnX - startX) * FROM_STEP, y: startY };
  return { edge, line, head, badge };
}

/** Returns the line that joins the accesses of a data race; undefined if one of them is not shown, or they share a lane. */
export function raceLine(timeline: Timeline, race: Counterexample['race'], geometry: Geometry): string | undefined {
  if (race === undefined) return undefined;
  const [first, second] = [race.first, race.second].map((step) => timeline.rowOfStep[step]);
  if (first === undefined || second === undefined) return undefined;
  const [a, b] = [timeline.rows[first]!.lane, timeline.rows[second]!.lane];
  if (a === b) return undefined;
  const edge = (lane: number, other: number): number =>
    laneLeft(lane, geometry) + (lane < other ? geometry.laneWidth : 0);
  return `M${edge(a, b)} ${rowMiddle(first)}L${edge(b, a)} ${rowMiddle(second)}`;
}

/** The time a store spends in its buffer, as a line left of its lane. */
export interface BufferLine {
  readonly lane: number;
  readonly line: string;
}

export function bufferLines({ buffered, lanes }: Timeline, geometry: Geometry): BufferLine[] {
  // By lane: the position until which each line slot is in use.
  const taken = lanes.map((): number[] => []);
  return buffered.map((store) => {
    const slots = taken[store.lane]!;
    const free = slots.findIndex((until) => until <= store.enters);
    const slot = Math.min(free < 0 ? slots.length : free, MOST_BUFFER_SLOTS - 1);
    slots[slot] = store.leaves;
    return { lane: store.lane, line: bufferLine(store, slot, geometry) };
  });
}

function bufferLine({ lane, enters, leaves }: BufferedStore, slot: number, geometry: Geometry): string {
  const left = laneLeft(lane, geometry);
  const x = left - BUFFER_DISTANCE - slot * BUFFER_SPACING;
  const top = `M${left} ${rowMiddle(enters - 1)}H${x}`;
  return leaves === Infinity ? `${top}V${geometry.height}` : `${top}V${rowMiddle(leaves - 1)}H${left}`;
}
