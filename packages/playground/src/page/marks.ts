import type { Counterexample } from '@fencepost/report';
import { timelineOf } from '@fencepost/viewer/parts';
import type { Marks, Problem, ShownStep } from '../editor/api.js';
import type { Message } from '../protocol.js';
import type { Standing } from './use-check.js';

const NONE: Marks = { problems: [], steps: [] };

/** Returns the results of the last check for lines of its file. `shown`: the execution that the result draws. */
export function marksOf(standing: Standing, shown: Counterexample | undefined, file: string): Marks {
  if (standing.kind === 'refused') {
    const { message, hint, line, column, details = [] } = standing.refusal;
    const text = hint === undefined ? message : `${message}\n${hint}`;
    const own = problemsIn([{ text, ...(line !== undefined && { line }), ...(column !== undefined && { column }) }]);
    return { ...NONE, problems: [...own, ...problemsIn(details)] };
  }
  if (standing.kind !== 'report') return NONE;
  return { problems: problemsIn(standing.messages ?? []), steps: stepsIn(shown, file) };
}

function problemsIn(messages: readonly Message[]): Problem[] {
  return messages.flatMap(({ text, line, column }) => {
    if (line === undefined) return [];
    const [, word = 'error'] = /^(?:fatal )?(error|warning|note):/.exec(text) ?? [];
    const severity = word === 'note' ? 'info' : (word as 'error' | 'warning');
    return [{ line, severity, message: text, ...(column !== undefined && { column }) }];
  });
}

/** Returns the steps of an execution, with their numbers in the drawing. */
function stepsIn(shown: Counterexample | undefined, file: string): ShownStep[] {
  if (shown === undefined) return [];
  const { rows, lanes } = timelineOf(shown);
  return rows.flatMap(({ site, number, lane, text }) =>
    site?.file === file ? [{ line: site.line, number, words: `${lanes[lane]!.name}: ${text}` }] : [],
  );
}
