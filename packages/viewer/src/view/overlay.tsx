import type { Counterexample, CycleEdge } from '@fencepost/report';
import type { VNode } from 'preact';
import type { Arrow, Geometry } from '../trace/geometry.js';
import { arrowsOf, bufferLines, raceLine } from '../trace/geometry.js';
import type { Timeline } from '../trace/timeline.js';
import { laneColour } from './styles.js';

interface OverlayProps {
  readonly timeline: Timeline;
  readonly geometry: Geometry;
  readonly cycle: readonly CycleEdge[];
  readonly race: Counterexample['race'];
  /** The edge to emphasise. */
  readonly pointedAt: number | undefined;
}

const NUMBER_RADIUS = 8;

/** Drawn over the lanes: how long stores stay in buffers, and the cycle. Both are also described in words elsewhere. */
export function Overlay({ timeline, geometry, cycle, race, pointedAt }: OverlayProps): VNode {
  const line = raceLine(timeline, race, geometry);
  return (
    <svg class="overlay" width={geometry.width} height={geometry.height} aria-hidden="true">
      {bufferLines(timeline, geometry).map(({ lane, line }, i) => (
        <path key={i} class="buffer-line" style={laneColour(lane)} d={line} />
      ))}
      {line !== undefined && <path class="race-line" d={line} />}
      {arrowsOf(timeline, cycle, geometry).map((arrow, i) => (
        <CycleArrow key={i} arrow={arrow} number={i + 1} isPointedAt={pointedAt === i} />
      ))}
    </svg>
  );
}

interface CycleArrowProps {
  readonly arrow: Arrow;
  readonly number: number;
  readonly isPointedAt: boolean;
}

function CycleArrow({ arrow: { edge, line, head, badge }, number, isPointedAt }: CycleArrowProps): VNode {
  const kind = edge.kind === 'program order' ? 'within' : 'across';
  return (
    <g class={`edge ${kind}${isPointedAt ? ' pointed-at' : ''}`} data-kind={edge.kind}>
      <path class="edge-line" d={line} />
      <path class="edge-head" d={head} />
      <circle class="edge-badge" cx={badge.x} cy={badge.y} r={NUMBER_RADIUS} />
      <text class="edge-number" x={badge.x} y={badge.y}>
        {number}
      </text>
    </g>
  );
}
