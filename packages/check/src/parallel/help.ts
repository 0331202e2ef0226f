import type { Program } from '@fencepost/core';
import type { Dispatcher } from '../search/dispatcher.js';
import type { ScenarioHelpers } from '../check/scenario-helpers.js';
import type { Rest } from '../clock.js';
import { Helper, checkingShares, exploring } from './helper.js';
import { ScenarioTeam } from './scenario-team.js';
import { TaskDispatcher } from './task-dispatcher.js';
import type { Connect, FromHelper, ToHelper } from './team.js';

/** The helper threads of a search, and a function that ends them. */
export interface Help {
  readonly dispatcher?: Dispatcher;
  readonly helpers?: ScenarioHelpers;
  close(): void;
}

/** No helper threads. */
export const NO_HELP: Help = { close: () => undefined };

/** Starts helper threads for a program once the search has run for `patience` milliseconds. */
export function helpWith(
  { scenarios }: Program,
  connect: Connect<ToHelper<unknown>, FromHelper<never>>,
  jobs: number,
  patience?: number,
): Help {
  if (scenarios === undefined) {
    const dispatcher = new TaskDispatcher(connect, jobs, patience);
    return { dispatcher, close: () => dispatcher.close() };
  }
  const helpers = new ScenarioTeam(connect, jobs, patience);
  return { helpers, close: () => helpers.close() };
}

/** Creates the message handler of a helper thread. */
export function helperFor(
  program: Program,
  maxDepth: number | undefined,
  answer: (message: FromHelper<unknown>) => void,
  rest: Rest,
): { take(message: ToHelper<never>): void } {
  return program.scenarios === undefined
    ? new Helper(exploring(program, maxDepth), answer, rest)
    : new Helper(checkingShares(program), answer, rest);
}
