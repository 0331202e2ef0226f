import type { Counterexample, CycleEdge } from '@fencepost/report';
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Geometry } from '../trace/geometry.js';
import { HEAD_HEIGHT, ROW_HEIGHT } from '../trace/geometry.js';
import type { Timeline } from '../trace/timeline.js';
import { Overlay } from './overlay.js';
import { RowBlock } from './rows.js';
import { bringIntoView } from './scrolling.js';
import { laneBox, px } from './styles.js';

interface LanesProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly timeline: Timeline;
  readonly geometry: Geometry;
  readonly cycle: readonly CycleEdge[];
  readonly race: Counterexample['race'];
  /** The edge of the cycle to emphasise. */
  readonly edge: number | undefined;
  readonly position: number;
  /** Scaled to fit on a page. */
  readonly printed: boolean;
  readonly goTo: (position: number) => void;
  readonly unfold: () => void;
  readonly pointAt: (row: number | undefined) => void;
}

const ROWS_PER_BLOCK = 50;
/** A4 with margins, in CSS pixels. */
const PAPER_WIDTH = 660;
/** The lane heads cover the top, and the adjacent steps should also be visible. */
const AROUND_STEP = { top: HEAD_HEIGHT + ROW_HEIGHT, bottom: ROW_HEIGHT, side: 16 };

/** One column per thread, one row per step. */
export function Lanes({
  scroller,
  timeline,
  geometry,
  cycle,
  race,
  edge,
  position,
  printed,
  goTo,
  unfold,
  pointAt,
}: LanesProps): VNode {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const current = list.current!.querySelector<HTMLElement>('[tabindex="0"]');
    if (current === null) return;
    if (list.current!.contains(document.activeElement)) current.focus({ preventScroll: true });
    bringIntoView(scroller.current!, current, AROUND_STEP);
  }, [position]);
  const blocks = Array.from({ length: Math.ceil(timeline.rows.length / ROWS_PER_BLOCK) }, (_, i) => i * ROWS_PER_BLOCK);
  const overlay = useMemo(
    () => <Overlay timeline={timeline} geometry={geometry} cycle={cycle} race={race} pointedAt={edge} />,
    [timeline, geometry, cycle, race, edge],
  );

  return (
    <div class={geometry.isTight ? 'lanes tight' : 'lanes'} ref={scroller}>
      <div
        class="canvas"
        style={{
          minWidth: px(geometry.width),
          height: px(HEAD_HEIGHT + geometry.height),
          zoom: printed ? Math.min(1, PAPER_WIDTH / geometry.width) : undefined,
        }}
      >
        <LaneHeads timeline={timeline} geometry={geometry} />
        <div class="plane" style={{ height: px(geometry.height) }}>
          {timeline.lanes.map((lane, i) => (
            <div key={lane.thread} class="band" style={laneBox(i, geometry)} />
          ))}
          <div
            class="cursor"
            hidden={position === 0}
            style={{ height: px(ROW_HEIGHT), transform: `translateY(${(position - 1) * ROW_HEIGHT}px)` }}
          />
          <ol
            ref={list}
            class="rows"
            aria-label="Steps"
            onClick={({ target }) =>
              withRow(target, (row) => (timeline.rows[row]!.kind === 'gap' ? unfold() : goTo(row + 1)))
            }
            onMouseOver={({ target }) => withRow(target, pointAt)}
            onMouseLeave={() => pointAt(undefined)}
            onFocusIn={({ target }) => withRow(target, pointAt)}
          >
            {blocks.map((from) => (
              <RowBlock
                key={from}
                timeline={timeline}
                geometry={geometry}
                from={from}
                to={Math.min(from + ROWS_PER_BLOCK, timeline.rows.length)}
                position={position}
              />
            ))}
          </ol>
          {overlay}
        </div>
      </div>
    </div>
  );
}

function LaneHeads({ timeline, geometry }: Pick<LanesProps, 'timeline' | 'geometry'>): VNode {
  return (
    <div class="heads" style={{ height: px(HEAD_HEIGHT) }}>
      {timeline.lanes.map(({ thread, name }, lane) => (
        <span key={thread} class="head" style={laneBox(lane, geometry)}>
          {name}
        </span>
      ))}
    </div>
  );
}

function withRow(target: EventTarget | null, use: (row: number) => void): void {
  const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (row !== undefined) use(Number(row));
}
