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
  private knowledge: Knowledge | undefined;
  /** With the knowledge of the search, once there was something to explore. */
  private states: LocalStates | undefined;
  private known = '';

  constructor(program: Program, maxDepth: number | undefined) {
    this.program = program;
    this.maxDepth = maxDepth;
  }

  /** Knows as much as the search does from now on, and no more. */
  begin(knowledge: Knowledge): void {
    this.knowledge = knowledge;
    this.states = undefined;
  }

  /** Must it begin again before it can do anything? */
  get isLost(): boolean {
    return this.knowledge === undefined;
  }

  /**
   * undefined: not without learning something about the program, which the search has to learn first (then `begin`), or
   * not at all. The search finds out which, when it does the task itself.
   */
  explore(task: Task, isRecalled: () => boolean): Found | undefined {
    try {
      const states = (this.states ??= this.newStates(this.knowledge!));
      const found = toTheEnd(
        doTask(states, task, isRecalled, ({ executions, blocked }) => ({
          ...{ model: task.model, executions, blocked, estimate: undefined, preemptions: undefined },
        })),
      );
      if (this.whatIsKnown(states) === this.known) return found;
    } catch {
      // See above.
    }
    this.knowledge = undefined;
    return undefined;
  }

  private newStates({ program: learned, tooDeep }: Knowledge): LocalStates {
    const { program } = this;
    program.beginAgain?.();
    program.knowledge?.restore(learned);
    const states = new LocalStates(program, undefined, this.maxDepth, tooDeep);
    this.known = this.whatIsKnown(states);
    return states;
  }

  private whatIsKnown({ cutByDepth }: LocalStates): string {
    return JSON.stringify([this.program.knowledge?.save(), cutByDepth]);
  }
}
