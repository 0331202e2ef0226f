import type { Estimate } from '@fencepost/report';
import { counted } from '@fencepost/report';
import type { SearchProgress } from '@fencepost/check';
import { clock, roughly } from './format-estimate.js';

export interface SearchState extends SearchProgress {
  readonly source: string;
  readonly program: string;
  /** Seconds since the search began. */
  readonly seconds: number;
  /** Executions per second; undefined if not known yet. */
  readonly rate: number | undefined;
}

/** Returns the progress of a search for tools. */
export function searchJson(state: SearchState): object {
  const { program, source, model, executions, resumed = 0, blocked, rate, seconds, estimate, preemptions } = state;
  return {
    ...{ program, source, model, executions, resumed, blocked },
    rate: rate === undefined ? null : Number(rate.toFixed(1)),
    elapsed: Number(seconds.toFixed(3)),
    estimate: estimate ?? null,
    bound: preemptions ?? null,
  };
}

/** Returns the progress of a search in one line, most important facts first, and others if they fit. */
export function searchLine(state: SearchState, width: number): string {
  const { program, model, executions, rate, seconds, estimate, preemptions } = state;
  const speed = rate === undefined ? '' : ` (${roughly(rate)}/s)`;
  const done = `${program}  ${model}   ${counted(executions, 'execution')}${speed}, ${clock(seconds)}`;
  const total = estimate === undefined ? '' : `   of about ${roughly(estimate.likely)}`;
  const range = estimate === undefined ? '' : rangeOf(estimate, executions);
  const left =
    estimate === undefined || rate === undefined || rate === 0 ? '' : `, ${timeLeft(estimate, executions, rate)} left`;
  const scenarios =
    state.scenarios === undefined ? '' : `   scenario ${state.scenarios.checked + 1} of ${state.scenarios.count}`;
  const bound = preemptions === undefined ? '' : `   [bound: ${counted(preemptions, 'preemption')}]`;
  // The last column stays free, because a terminal may wrap there.
  const fits = (line: string): boolean => line.length < width;
  const lines = [
    done + scenarios + total + range + left + bound,
    done + total + left + bound,
    done + total + left,
    done,
  ];
  return lines.find(fits) ?? `${done.slice(0, Math.max(0, width - 2))}…`;
}

function rangeOf({ low, high }: Estimate, executions: number): string {
  const [from, to] = [roughly(Math.max(low, executions)), roughly(high)];
  return from === to ? '' : ` (${from}–${to})`;
}

function timeLeft({ low, high }: Estimate, executions: number, rate: number): string {
  const [least, most] = [low, high].map((total) => clock(Math.max(0, total - executions) / rate));
  return least === most ? least! : `${least!}–${most!}`;
}
