import type { Counterexample, SourceLines } from '@fencepost/report';
import { edgeInWords } from '@fencepost/report';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { timelineOf } from '../trace/timeline.js';
import { Words } from '../trace/words.js';
import { SourceFrame } from '../view/source-frame.js';

interface ExplanationProps {
  readonly counterexample: Counterexample;
  readonly sources: SourceLines;
  /** On paper there is nothing to point at, so the sources of all that matters are shown. */
  readonly printed: boolean;
}

/** Why the execution is not one of SC; nothing if it is. */
export function Explanation({ counterexample, sources, printed }: ExplanationProps): VNode | null {
  const { story, cycle, delays } = counterexample;
  const words = useMemo(() => new Words(story), [story]);
  return (
    <>
      {cycle.length > 0 && (
        <section class="explanation">
          <h4>Why this is not possible under SC</h4>
          <ol>
            {cycle.map((edge, i) => (
              <li key={i}>{edgeInWords(story, edge)}.</li>
            ))}
          </ol>
          <p>
            Each of these steps comes before the next one, and the last before the first. No order of all steps has
            that.
          </p>
          {delays.map((delay, i) => (
            <p key={i} class="delay">
              {words.delay(delay)}
            </p>
          ))}
        </section>
      )}
      {printed && <Sources counterexample={counterexample} sources={sources} />}
    </>
  );
}

function Sources({ counterexample, sources }: Omit<ExplanationProps, 'printed'>): VNode {
  const { rows, rowOfStep } = timelineOf(counterexample);
  const involved = new Set(counterexample.cycle.map(({ from }) => rows[rowOfStep[from]!]!));
  for (const row of rows) if (row.kind === 'failure' || row.kind === 'waits') involved.add(row);
  const byPlace = new Map([...involved].flatMap((row) => (row.site === undefined ? [] : [[row.place, row] as const])));
  return (
    <div class="sources">
      {[...byPlace].map(([place, row]) => (
        <SourceFrame key={place} row={row} sources={sources} />
      ))}
    </div>
  );
}
