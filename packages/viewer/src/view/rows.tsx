import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Geometry } from '../trace/geometry.js';
import { ROW_HEIGHT } from '../trace/geometry.js';
import type { Row } from '../trace/row.js';
import type { Timeline } from '../trace/timeline.js';
import { acrossLanes, laneBox, px } from './styles.js';

interface RowBlockProps {
  readonly timeline: Timeline;
  readonly geometry: Geometry;
  /** Rows from `from` to `to`, exclusive. */
  readonly from: number;
  readonly to: number;
  readonly position: number;
}

/** A block of rows. Rows that a step does not affect are not rendered again. */
export function RowBlock({ timeline, geometry, from, to, position }: RowBlockProps): VNode {
  // Outside the block, the distance makes no difference.
  const here = Math.max(from, Math.min(to + 1, position));
  return useMemo(
    () => (
      <>
        {timeline.rows.slice(from, to).map((row, i) => (
          <RowItem
            key={from + i}
            number={from + i}
            row={row}
            threadName={timeline.lanes[row.lane]!.name}
            geometry={geometry}
            position={here}
          />
        ))}
      </>
    ),
    [timeline, geometry, from, to, here],
  );
}

interface RowItemProps {
  readonly number: number;
  readonly row: Row;
  readonly threadName: string;
  readonly geometry: Geometry;
  readonly position: number;
}

function RowItem({ number, row, threadName, geometry, position }: RowItemProps): VNode {
  const { lane, kind, where, place, text, note } = row;
  const isCurrent = number === position - 1;
  // At the start no step is current, but the Tab key needs a target.
  const isTabStop = isCurrent || (number === 0 && position === 0);
  const isGap = kind === 'gap';
  const name = isGap
    ? `${text.slice(2)} that are not shown`
    : [`${row.number}, ${threadName}`, place, text, note].filter((part) => part !== '').join(', ');
  return (
    <li class="row" style={{ height: px(ROW_HEIGHT) }}>
      <span class="row-number" aria-hidden="true">
        {isGap ? '' : row.number}
      </span>
      <button
        type="button"
        class={`step kind-${kind} ${number < position ? 'done' : 'ahead'}${row.matters ? ' matters' : ''}`}
        style={isGap ? acrossLanes(geometry) : laneBox(lane, geometry)}
        title={isGap ? 'Show all steps' : undefined}
        data-row={number}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={name}
        aria-current={isCurrent ? 'step' : undefined}
      >
        <span class="step-line">
          <span class="where">{where}</span> <code class="text">{text}</code>
        </span>{' '}
        {note !== '' && <span class="note">{note}</span>}
      </button>
    </li>
  );
}
