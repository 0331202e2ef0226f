import { RestartSearch } from '@fencepost/core';

/** Tasks beyond this number count as one. */
const MOST_TASKS = 31;
const ALL = -1;

/**
 * Which tasks influence each other, as far as is known. Groups of tasks that do not run one after the other: at each
 * choice, only events of one group are explored. A set of tasks has a bit for each.
 */
export class Influences {
  /** Groups of more than one task. They have no task in common. */
  private groups: number[] = [];
  /** Tasks that can end an execution by a failure, before others have run. They are one group, and run last. */
  private failing = 0;

  /** Returns the set that has only this task. Its number is that of its declaration. */
  static of(task: number): number {
    return 1 << Math.min(task, MOST_TASKS);
  }

  /** Returns all tasks that influence those of this set, with itself. */
  groupOf(tasks: number): number {
    let group = (tasks & this.failing) === 0 ? tasks : tasks | this.failing;
    for (const each of this.groups) if ((each & group) !== 0) group |= each;
    return group;
  }

  /** Whether tasks of this set run last. */
  areLast(tasks: number): boolean {
    return (tasks & this.failing) !== 0;
  }

  /** Records that these tasks influence each other. If that was not known, restarts the search. */
  join(tasks: number): void {
    const group = this.groupOf(tasks);
    if (group === 0 || this.isKnown(group)) return;
    this.groups = [...this.groups.filter((each) => (each & group) === 0), group];
    if (this.areLast(group)) this.failing = group;
    throw new RestartSearch('tasks influence each other');
  }

  private isKnown(group: number): boolean {
    return (group & (group - 1)) === 0 || this.groups.includes(group) || this.failing === group;
  }

  joinAll(): void {
    this.join(ALL);
  }

  /** Records that this task can fail while others have not ended. If that was not known, restarts the search. */
  fail(task: number): void {
    if (this.areLast(task)) return;
    this.failing |= this.groupOf(task);
    throw new RestartSearch('a task can fail before others have run');
  }

  save(): SavedInfluences {
    return { groups: this.groups, failing: this.failing };
  }

  restore({ groups, failing }: SavedInfluences): void {
    this.groups = [...groups];
    this.failing = failing;
  }
}

/** What is known, as plain JSON. */
export interface SavedInfluences {
  readonly groups: readonly number[];
  readonly failing: number;
}
