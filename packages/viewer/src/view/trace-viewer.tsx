import type { Counterexample, SourceLines } from '@fencepost/report';
import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { geometryOf } from '../trace/geometry.js';
import { jumpsOf, samePosition, startOf } from '../trace/jumps.js';
import { timelineOf } from '../trace/timeline.js';
import { Controls } from './controls.js';
import { keyHandler } from './keys.js';
import { Lanes } from './lanes.js';
import { Legend } from './legend.js';
import { MachineState } from './machine-state.js';
import { Now } from './now.js';
import { SourceFrame } from './source-frame.js';
import { usePlay } from './use-play.js';
import { useWidth } from './use-width.js';

export interface TraceViewerProps {
  readonly counterexample: Counterexample;
  readonly sources: SourceLines;
  /** For paper: shows everything at once, in the final state, without controls. */
  readonly printed?: boolean;
  /** For pages that show the source beside it: the steps get all of the width. */
  readonly compact?: boolean;
  /** The explanation of the execution. */
  readonly children?: ComponentChildren;
}

/** An execution to step through. */
export function TraceViewer({
  counterexample,
  sources,
  printed = false,
  compact = false,
  children,
}: TraceViewerProps): VNode {
  const { cycle } = counterexample;
  const whole = useMemo(() => timelineOf(counterexample), [counterexample]);
  const short = useMemo(() => timelineOf(counterexample, true), [counterexample]);
  const [isFolded, setFolded] = useState(true);
  const timeline = isFolded && !printed ? short : whole;
  const lanes = useRef<HTMLDivElement>(null);
  const available = useWidth(lanes);
  const geometry = useMemo(
    () => geometryOf(timeline, cycle.length > 0, printed ? undefined : available),
    [timeline, cycle, printed, available],
  );
  const jumps = useMemo(() => jumpsOf(timeline, cycle), [timeline, cycle]);
  const last = timeline.rows.length;
  const [chosen, setPosition] = useState(() => startOf(short, cycle));
  const [pointedAt, setPointedAt] = useState<number>();
  const [edge, setEdge] = useState<number>();
  const position = printed ? last : chosen;
  const { playing, togglePlay, stop } = usePlay(position, last, setPosition);
  const goTo = useCallback(
    (target: number) => {
      stop();
      setPointedAt(undefined);
      setPosition(Math.max(0, Math.min(last, target)));
    },
    [last, stop],
  );
  const toggleFold = useCallback(() => {
    stop();
    setPointedAt(undefined);
    setPosition(samePosition(timeline, position, isFolded ? whole : short));
    setFolded(!isFolded);
  }, [timeline, position, isFolded, whole, short, stop]);
  const fold = short.rows.length < whole.rows.length ? { isFolded, toggle: toggleFold } : undefined;
  const onKeyDown = keyHandler({ position, last, goTo, togglePlay });
  const row = timeline.rows[pointedAt ?? Math.max(0, position - 1)];

  return (
    <section class={compact ? 'trace-viewer compact' : 'trace-viewer'} aria-label="Execution" onKeyDown={onKeyDown}>
      {!printed && (
        <Controls
          timeline={timeline}
          jumps={jumps}
          position={position}
          playing={playing}
          goTo={goTo}
          togglePlay={togglePlay}
          fold={fold}
        />
      )}
      <div class={timeline.lanes.length > 2 ? 'trace-body' : 'trace-body few-lanes'}>
        <div class="drawing">
          <Lanes
            scroller={lanes}
            timeline={timeline}
            geometry={geometry}
            cycle={cycle}
            race={counterexample.race}
            edge={edge}
            position={position}
            printed={printed}
            goTo={goTo}
            unfold={toggleFold}
            pointAt={setPointedAt}
          />
          <Legend cycle={cycle} pointAt={setEdge} />
        </div>
        <div class="trace-side">
          {!printed && <Now timeline={timeline} position={position} />}
          <MachineState timeline={timeline} model={counterexample.story.model} position={position} />
          {!printed && !compact && row !== undefined && <SourceFrame row={row} sources={sources} />}
        </div>
        <div class="trace-below">{children}</div>
      </div>
    </section>
  );
}
