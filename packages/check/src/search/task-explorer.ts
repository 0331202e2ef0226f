import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { toTheEnd } from '@fencepost/explore';
import type { Knowledge } from './dispatcher.js';
import type { Found, Task } from './task.js';
import { doTask } from './task.js';

/** Does tasks for a search that is somewhere else, with its own copy of the program. */
export class TaskExplorer {
  private readonly program: Program;
  private readonly maxDepth: number | undefined;
  private states: LocalStates | undefined;
  private known = '';

  constructor(program: Program, maxDepth: number | undefined) {
    this.program = program;
    this.maxDepth = maxDepth;
  }

  /** Knows as much as the search does, and no more. */
  begin(knowledge: Knowledge): void {
    const { program } = this;
    this.states = undefined;
    program.beginAgain?.();
    program.knowledge?.restore(knowledge.program);
    this.states = new LocalStates(program, undefined, this.maxDepth, knowledge.tooDeep);
    this.known = this.whatIsKnown();
  }

  /**
   * undefined: not without learning something about the program, which the search has to learn first (then `begin`), or
   * not at all. The search finds out which, when it does the task itself.
   */
  explore(task: Task, isRecalled: () => boolean): Found | undefined {
    if (this.states === undefined) return undefined;
    try {
      const found = toTheEnd(
        doTask(this.states, task, isRecalled, ({ executions, blocked }) => ({
          ...{ model: task.model, executions, blocked, estimate: undefined, preemptions: undefined },
        })),
      );
      if (this.whatIsKnown() === this.known) return found;
    } catch {
      // See above.
    }
    this.states = undefined;
    return undefined;
  }

  private whatIsKnown(): string {
    return JSON.stringify([this.program.knowledge?.save(), this.states!.cutByDepth]);
  }
}
