import type { VNode } from 'preact';
import type { Timeline } from '../trace/timeline.js';
import { laneColour } from './styles.js';

interface NowProps {
  readonly timeline: Timeline;
  readonly position: number;
}

/** The last step, in words; screen readers announce changes. */
export function Now({ timeline: { rows, lanes, total }, position }: NowProps): VNode {
  const row = rows[position - 1];
  return (
    <div class="now" role="status" style={laneColour(row?.lane)}>
      <p class="now-title">
        {row === undefined ? 'Before the first step' : `Step ${row.number} of ${total}`}
        {row !== undefined && row.kind !== 'gap' && (
          <>
            {', '}
            <span class="thread-name">{lanes[row.lane]!.name}</span>
            {row.place !== '' && `, ${row.place}`}
          </>
        )}
      </p>
      {row !== undefined && (
        <p class={`now-text kind-${row.kind}`}>
          <code>{row.text}</code>
          {row.note !== '' && <span class="now-note"> {row.note}</span>}
        </p>
      )}
    </div>
  );
}
