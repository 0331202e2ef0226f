import type { Program } from '@fencepost/core';
import type { Knowledge } from './dispatcher.js';
import { ProgramCopy } from './program-copy.js';
import { progressOf } from './search-progress.js';
import type { Searching } from './searching.js';
import type { Found, Task } from './task.js';
import { doTask } from './task.js';

/** Performs tasks for a search in another thread, with its own copy of the program. */
export class TaskExplorer {
  private readonly copy: ProgramCopy;

  /** Whether it must begin again before it can do anything. */
  isLost = true;

  constructor(program: Program, maxDepth: number | undefined) {
    this.copy = new ProgramCopy(program, maxDepth);
  }

  /** Replaces all knowledge by that of the search. */
  begin(knowledge: Knowledge): void {
    this.copy.begin(knowledge);
    this.isLost = false;
  }

  /**
   * Explores a task. Returns undefined if that is not possible, or only by learning something about the program. In
   * that case the search has to learn it first, and then call `begin`. The search finds out which case it is when it
   * does the task itself.
   */
  *explore(task: Task, isRecalled: () => boolean): Searching<Found | undefined> {
    const { copy } = this;
    try {
      const found = yield* doTask(copy.states, task, isRecalled, progressOf(task.model));
      if (copy.learned() === undefined) return found;
    } catch {
      // The search has to learn this first, or the task is impossible, as described above.
    }
    this.isLost = true;
    return undefined;
  }
}
