import type { Program } from '@fencepost/core';
import type { ScenarioShare } from '../check/scenario-helpers.js';
import { checkingShare } from '../check/scenario-helpers.js';
import type { CheckedScenario } from '../check/scenario-sum.js';
import type { Rest } from '../clock.js';
import { TaskExplorer } from '../search/task-explorer.js';
import type { ExplorerResult, ExplorerTask } from './task-dispatcher.js';
import type { FromHelper, Given, ToHelper } from './team.js';

/** Performs a task in steps. Returns its last result, or undefined if `tell` has already reported all of them. */
export type Perform<Task, Result> = (
  task: Task,
  tell: (result: Result) => void,
  isRecalled: () => boolean,
) => Generator<unknown, Result | undefined, void>;

/** The other end of a `Team`: performs tasks one after the other. */
export class Helper<Task, Result> {
  private readonly performs: Perform<Task, Result>;
  private readonly answer: (message: FromHelper<Result>) => void;
  private readonly rest: Rest;
  private round = 0;
  private before = Promise.resolve();

  constructor(performs: Perform<Task, Result>, answer: (message: FromHelper<Result>) => void, rest: Rest) {
    this.performs = performs;
    this.answer = answer;
    this.rest = rest;
    answer('ready');
  }

  take(message: ToHelper<Task>): void {
    if ('recall' in message) this.round = message.recall;
    else this.before = this.before.then(() => this.perform(message)).catch(() => this.answer('failed'));
  }

  private async perform({ id, round, task }: Given<Task>): Promise<void> {
    const tell = (result: Result): void => this.answer({ id, result, more: true });
    const performing = this.performs(task, tell, () => this.round > round);
    let step = performing.next();
    for (; step.done !== true; step = performing.next()) await this.rest();
    if (step.value !== undefined) this.answer({ id, result: step.value });
  }
}

/** Explores parts of a search. The search itself does the tasks that a helper cannot do. */
export function exploring(program: Program, maxDepth: number | undefined): Perform<ExplorerTask, ExplorerResult> {
  const explorer = new TaskExplorer(program, maxDepth);
  return function* ({ knowledge, task }, _, isRecalled) {
    if (knowledge !== undefined) explorer.begin(knowledge);
    if (explorer.isLost) return 'lost';
    return { found: isRecalled() ? undefined : yield* explorer.explore(task, isRecalled) };
  };
}

/** Checks shares of a structure's scenarios. */
export function checkingShares(program: Program): Perform<ScenarioShare, CheckedScenario> {
  return function* (share, tell, isRecalled) {
    const checking = checkingShare(program, share, tell);
    while (!isRecalled() && checking.next().done !== true) yield;
    return undefined;
  };
}
