import type { Explored, Taken } from '@fencepost/explore';
import type { Dispatcher } from './dispatcher.js';
import type { Part } from './part.js';
import { NOTHING } from './part.js';
import type { Found, Questions, Task } from './task.js';
import { taskFor } from './task.js';

/**
 * Number of parts that are taken before the first of them has to be done. It is not the number of helpers: which part
 * is taken when must not depend on that.
 */
export const WINDOW = 32;

/** A part that was taken and is not done yet. */
export class OpenPart {
  readonly part: Part;
  readonly taken: Taken;
  /** The explored portion of the part; not empty if it was interrupted. */
  explored: Explored;
  /** The number of its dispatched task. */
  id: number | undefined;
  /** Whether a helper returned it. Only the search itself can explore it. */
  refused = false;
  found: Found | undefined;

  constructor(part: Part, taken: Taken, explored = NOTHING) {
    this.part = part;
    this.taken = taken;
    this.explored = explored;
  }

  /** The maximum number of executions still to explore in it. */
  get left(): number {
    return this.part.size - this.explored.executions - this.explored.blocked;
  }

  task(questions: Questions): Task {
    return taskFor(questions, this.taken.frontier, this.left, this.explored);
  }

  get canBeGivenAway(): boolean {
    return this.found === undefined && this.id === undefined && !this.refused;
  }
}

/** The parts that were taken. They may be done in any order, by any helper, but are counted in this order. */
export class Window {
  readonly parts: OpenPart[] = [];
  private readonly dispatcher: Dispatcher | undefined;
  private nextId = 0;

  constructor(dispatcher: Dispatcher | undefined) {
    this.dispatcher = dispatcher;
  }

  /** The first part that is not yet counted. */
  get first(): OpenPart | undefined {
    return this.parts[0];
  }

  /** A part that a helper has explored. */
  get anyFound(): OpenPart | undefined {
    return this.parts.find(({ found }) => found !== undefined);
  }

  /** The maximum number of executions still to explore in all parts. */
  get left(): number {
    return this.parts.reduce((sum, { left }) => sum + left, 0);
  }

  remove(open: OpenPart): void {
    this.parts.splice(this.parts.indexOf(open), 1);
  }

  /**
   * Collects results, and dispatches more parts: the last first, while the search itself explores from the first on. So
   * a helper that is slow at the start delays nothing.
   */
  exchange(questions: Questions): void {
    const { dispatcher } = this;
    if (dispatcher === undefined) return;
    for (const { id, found } of dispatcher.collect()) {
      const open = this.parts.find((each) => each.id === id);
      if (open === undefined) continue;
      open.id = undefined;
      open.found = found;
      open.refused = found === undefined;
    }
    for (let i = this.parts.length - 1; i > 0 && dispatcher.room > 0; i--) {
      const open = this.parts[i]!;
      if (!open.canBeGivenAway) continue;
      open.id = this.nextId++;
      dispatcher.dispatch(open.id, open.task(questions));
    }
  }

  /** Resolves when there is something to exchange. */
  arrival(): Promise<void> | undefined {
    return this.dispatcher?.arrival();
  }

  /** Cancels all dispatched tasks. */
  recall(): void {
    this.dispatcher?.recall();
    for (const open of this.parts) open.id = undefined;
  }
}
