import type { CycleEdge } from '@fencepost/report';
import type { VNode } from 'preact';
import { EDGE_LABELS } from '../trace/words.js';

interface LegendProps {
  readonly cycle: readonly CycleEdge[];
  readonly pointAt: (edge: number | undefined) => void;
}

/** What the numbers on the arrows mean. An arrow stands out while its entry is pointed at. */
export function Legend({ cycle, pointAt }: LegendProps): VNode | null {
  if (cycle.length === 0) return null;
  return (
    <ol class="legend" aria-label="Arrows" onMouseLeave={() => pointAt(undefined)}>
      {cycle.map(({ kind }, i) => (
        <li key={i} onMouseEnter={() => pointAt(i)}>
          <span class="badge">{i + 1}</span> {EDGE_LABELS[kind]}
        </li>
      ))}
    </ol>
  );
}
