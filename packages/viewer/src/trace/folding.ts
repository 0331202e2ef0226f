import type { Counterexample, WholeCall } from '@fencepost/report';
import { shortened, wholeCalls } from '@fencepost/report';
import type { Row, Rows } from './row.js';

/**
 * Returns fewer rows, as in the terminal report: a call of several steps is one row, and long sequences are shortened.
 */
export function folded(unfolded: Rows, counterexample: Counterexample): Rows {
  const whole = withWholeCalls(unfolded, counterexample);
  const rows: Row[] = [];
  /** By row of `whole`: its final row. */
  const rowOf: number[] = [];
  for (const part of shortened(whole.rows, counterexample)) {
    const first = rowOf.length;
    const last = 'omitted' in part ? first + part.omitted - 1 : first;
    for (let i = first; i <= last; i++) rowOf[i] = rows.length;
    rows.push('omitted' in part ? gap(part.omitted, whole.rows[last]!) : part);
  }
  return { rows, rowOfStep: whole.rowOfStep.map((row) => (row === undefined ? undefined : rowOf[row]!)) };
}

function withWholeCalls({ rows, rowOfStep }: Rows, { story, cycle, why }: Counterexample): Rows {
  const apart = [...cycle.flatMap(({ from, to }) => [from, to]), ...(why?.steps ?? [])];
  const calls = wholeCalls(story, new Set(apart));
  if (calls.size === 0) return { rows, rowOfStep };
  const merged: Row[] = [];
  const rowOf: number[] = [];
  let call: WholeCall | undefined;
  for (const row of rows) {
    const { step } = row;
    const isInside = call !== undefined && step !== undefined && step <= call.last;
    if (!isInside) {
      call = step === undefined ? undefined : calls.get(step);
      merged.push(call === undefined ? row : callRow(call, row, rows, rowOfStep));
    }
    rowOf.push(merged.length - 1);
  }
  return { rows: merged, rowOfStep: rowOfStep.map((row) => (row === undefined ? undefined : rowOf[row]!)) };
}

function callRow(
  { reads, last, outcome }: WholeCall,
  first: Row,
  rows: readonly Row[],
  rowOfStep: Rows['rowOfStep'],
): Row {
  const { text } = rows[rowOfStep[reads]!]!;
  return { ...first, text: `${text}: ${outcome}`, note: '', number: rows[rowOfStep[last]!]!.number };
}

function gap(omitted: number, { number, lane }: Row): Row {
  const text = `… ${omitted} steps`;
  return {
    lane,
    kind: 'gap',
    where: '',
    place: '',
    text,
    note: '',
    site: undefined,
    step: undefined,
    matters: false,
    number,
  };
}
