import type { Counterexample, CycleEdge } from '@fencepost/report';
import type { VNode } from 'preact';
import type { Arrow, Geometry } from '../trace/geometry.js';
import { arrowsOf, bufferLines, raceLine } from '../trace/geometry.js';
import type { Timeline } from '../trace/timeline.js';
import { EDGE_LABELS } from '../trace/words.js';
import { laneColour } from './styles.js';

interface OverlayProps {
  readonly timeline: Timeline;
  readonly geometry: Geometry;
  readonly cycle: readonly CycleEdge[];
  readonly race: Counterexample['race'];
}

const NUMBER_RADIUS = 8;

/** Drawn over the lanes: how long stores stay in buffers, and the cycle. Both are also described in words elsewhere. */
export function Overlay({ timeline, geometry, cycle, race }: OverlayProps): VNode {
  const line = raceLine(timeline, race, geometry);
  return (
    <svg class="overlay" width={geometry.width} height={geometry.height} aria-hidden="true">
      {bufferLines(timeline, geometry).map(({ lane, line }, i) => (
        <path key={i} class="buffer-line" style={laneColour(lane)} d={line} />
      ))}
      {line !== undefined && <path class="race-line" d={line} />}
      {arrowsOf(timeline, cycle, geometry).map((arrow, i) => (
        <CycleArrow key={i} arrow={arrow} number={i + 1} />
      ))}
    </svg>
  );
}

function CycleArrow({ arrow: { edge, line, head, label }, number }: { arrow: Arrow; number: number }): VNode {
  const away = label.anchor === 'start' ? 1 : -1;
  return (
    <g class={`edge ${edge.kind === 'program order' ? 'within' : 'across'}`} data-kind={edge.kind}>
      <path class="edge-line" d={line} />
      <path class="edge-head" d={head} />
      <circle class="edge-badge" cx={label.x} cy={label.y} r={NUMBER_RADIUS} />
      <text class="edge-number" x={label.x} y={label.y}>
        {number}
      </text>
      <text class="edge-label" x={label.x + away * (NUMBER_RADIUS + 5)} y={label.y} text-anchor={label.anchor}>
        {EDGE_LABELS[edge.kind]}
      </text>
    </g>
  );
}
