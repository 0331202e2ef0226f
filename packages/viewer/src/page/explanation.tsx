import type { Counterexample, RepairReport, SourceLines } from '@fencepost/report';
import { reasonsFor, remedyTexts, whyTexts } from '@fencepost/report';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { timelineOf } from '../trace/timeline.js';
import { SourceFrame } from '../view/source-frame.js';
import { Repair } from './repairs.js';

interface ExplanationProps {
  /** The file of the program. */
  readonly file: string;
  readonly counterexample: Counterexample;
  readonly sources: SourceLines;
  /** Nothing can be hovered on paper, so all relevant sources are shown. */
  readonly printed: boolean;
  /** Replaces the changes that forbid only this execution. */
  readonly repair?: RepairReport | undefined;
}

/** Explains why the execution is not SC, if so, and what would forbid it, or order a data race. */
export function Explanation({ file, counterexample, sources, printed, repair }: ExplanationProps): VNode | null {
  const why = useMemo(() => whyTexts(counterexample, file), [counterexample, file]);
  const fixes = useMemo(() => fixTexts(counterexample, file), [counterexample, file]);
  return (
    <>
      {why.length + fixes.length > 0 || repair !== undefined ? (
        <section class="explanation">
          <Sentences title="Why" sentences={why} />
          {repair === undefined ? (
            <Sentences title="Fix" sentences={fixes} />
          ) : (
            <Repair repair={repair} printed={printed} />
          )}
        </section>
      ) : null}
      <Impossibility file={file} counterexample={counterexample} />
      {printed && <Sources counterexample={counterexample} sources={sources} />}
    </>
  );
}

type About = Pick<ExplanationProps, 'file' | 'counterexample'>;

/** Why it happened. */
export function Why({ file, counterexample }: About): VNode | null {
  const why = useMemo(() => whyTexts(counterexample, file), [counterexample, file]);
  if (why.length === 0) return null;
  return (
    <section class="explanation">
      <Sentences title="Why" sentences={why} />
    </section>
  );
}

/** Returns what forbids this execution, in words. */
export function fixTexts(counterexample: Counterexample, file: string): readonly string[] {
  return [...(reasonsFor(counterexample, file)?.fences ?? []), ...remedyTexts(counterexample, file).fixes];
}

/** Why SC does not have this execution, if so: the cycle in words. */
export function Impossibility({ file, counterexample }: About): VNode | null {
  const reasons = useMemo(() => reasonsFor(counterexample, file), [counterexample, file]);
  if (reasons === undefined) return null;
  return (
    <section class="explanation">
      <h4>Why this is not possible under SC</h4>
      <ol>
        {reasons.edges.map((edge, i) => (
          <li key={i}>{sentence(edge)}</li>
        ))}
      </ol>
      <p>{reasons.why}</p>
    </section>
  );
}

function sentence(text: string): string {
  const whole = text.endsWith('.') ? text : `${text}.`;
  // Code keeps its capitalisation.
  if (/^\w*[_.:]/.test(text)) return whole;
  return `${whole[0]!.toUpperCase()}${whole.slice(1)}`;
}

export function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }): VNode | null {
  if (sentences.length === 0) return null;
  return (
    <div class="sentences">
      <h4>{title}</h4>
      {sentences.map((each, i) => (
        <p key={i}>{sentence(each)}</p>
      ))}
    </div>
  );
}

function Sources({ counterexample, sources }: Pick<ExplanationProps, 'counterexample' | 'sources'>): VNode {
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
