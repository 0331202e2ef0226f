import type { ObservedCall, Violation } from '@fencepost/linear';
import { showName, showValue } from '@fencepost/linear';
import { counted } from '@fencepost/report';
import type { ReadHistory } from './read-history.js';

/** What was decided about the history of a file. */
export interface DecidedHistory {
  readonly source: string;
  readonly name: string;
  readonly history: ReadHistory;
  readonly verdict: 'linearizable' | 'not linearizable' | 'undecided';
  readonly violation?: Violation;
}

/** More calls do not make a violation clearer. */
const MOST_CALLS = 12;

/** Returns what is told about a history, line by line. */
export function historyLines({ source, name, history, verdict, violation }: DecidedHistory): string[] {
  const processes = history.processes === 1 ? '1 process' : `${history.processes} processes`;
  const of = `${counted(history.calls.length, 'call')} of a ${name}, ${processes}`;
  const head = `${source}  ${of}: ${verdict}`;
  if (verdict === 'undecided') return [head, '  the search was cut off: increase --max-time, or record fewer calls'];
  if (violation === undefined) return [head];
  const shown = violation.calls.slice(0, MOST_CALLS).map((call) => parts(history, call));
  const widths = [0, 1].map((column) => Math.max(...shown.map((each) => each[column]!.length)));
  return [
    head,
    `  ${violation.why}:`,
    ...shown.map(([process, call, line]) => `    ${process!.padEnd(widths[0]!)}  ${call!.padEnd(widths[1]!)}  ${line}`),
    ...(violation.calls.length > MOST_CALLS ? [`    and ${violation.calls.length - MOST_CALLS} more`] : []),
  ];
}

function parts(history: ReadHistory, call: ObservedCall): string[] {
  const { process, line } = history.asked[call.index]!;
  return [`process ${showName(process)}`, callText(history, call), `line ${line}`];
}

/** The arguments of a call as the history has them, with its key. */
function callText({ asked, calls }: ReadHistory, { index }: ObservedCall): string {
  const { given, result, end } = calls[index]!;
  const returned =
    result === undefined ? (end === Number.POSITIVE_INFINITY ? ' never returned' : '') : ` → ${showValue(result)}`;
  return `${asked[index]!.name}(${given.map((each) => showValue(each)).join(', ')})${returned}`;
}

/** Returns the same as a plain value, for `--format json`. */
export function historyObject({ source, name, history, verdict, violation }: DecidedHistory): object {
  return {
    source,
    specification: name,
    calls: history.calls.length,
    processes: history.processes,
    verdict,
    ...(violation !== undefined && {
      why: violation.why,
      violation: violation.calls.map((call) => {
        const { process, line } = history.asked[call.index]!;
        return { process, line, call: callText(history, call) };
      }),
    }),
  };
}
