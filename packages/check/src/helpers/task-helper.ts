import type { Program } from '@fencepost/core';
import { TaskExplorer } from '../search/task-explorer.js';
import type { Rest } from '../clock.js';
import type { FromExplorer, Recall, TaskOfRound, ToExplorer } from './messages.js';

/** The other end of a `TaskDispatcher`: explores parts of a search. The search does what this cannot do. */
export class TaskHelper {
  private readonly explorer: TaskExplorer;
  private readonly answer: (message: FromExplorer) => void;
  private readonly rest: Rest;
  private round = 0;
  private before = Promise.resolve();

  constructor(program: Program, maxDepth: number | undefined, answer: (message: FromExplorer) => void, rest: Rest) {
    this.explorer = new TaskExplorer(program, maxDepth);
    this.answer = answer;
    this.rest = rest;
    answer('ready');
  }

  take(message: ToExplorer): void {
    if ('recall' in message) this.round = message.recall;
    else this.before = this.before.then(() => this.perform(message));
  }

  private async perform(message: Exclude<ToExplorer, Recall>): Promise<void> {
    if ('begin' in message) this.explorer.begin(message.begin);
    else this.answer(await this.done(message));
  }

  private async done({ id, round, task }: TaskOfRound): Promise<FromExplorer> {
    const { explorer } = this;
    if (explorer.isLost) return { id, lost: true };
    if (this.round > round) return { id, found: undefined };
    const exploring = explorer.explore(task, () => this.round > round);
    let step = exploring.next();
    for (; step.done !== true; step = exploring.next()) await this.rest();
    return { id, found: step.value };
  }
}
