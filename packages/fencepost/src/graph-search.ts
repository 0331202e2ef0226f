import type { CountedFailure, Failure, LocalStates, Schedule } from '@fencepost/core';
import { linearise } from '@fencepost/core';
import type { Execution, Frontier, GraphExploration } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import type { CheckedModel } from './program-check.js';
import { failureKey } from './program-check.js';

/** Executions between two reports of progress. An execution to be shown is looked for in one such part only. */
const PART = 1 << 14;

/** Where a part of the search starts; undefined: at the beginning. */
type Place = Frontier | undefined;

/** Explores a program under a model, in parts, and finds executions again that are worth showing. */
export class GraphSearch {
  readonly model: CheckedModel;
  executions = 0;
  blocked = 0;
  complete = false;
  private readonly states: LocalStates;
  private readonly budget: number;
  private readonly onProgress: (executions: number) => void;
  private readonly found = new Map<string, { readonly failure: CountedFailure; readonly place: Place }>();
  private firstViolation: { readonly place: Place } | undefined;
  private readonly onExecution: ((execution: Execution) => void) | undefined;
  private rest: Place;

  /** `budget`: executions to explore at most, complete or blocked; `onExecution`: called once for each of them. */
  constructor(
    states: LocalStates,
    model: CheckedModel,
    budget: number,
    onProgress: (executions: number) => void,
    onExecution?: (execution: Execution) => void,
  ) {
    this.states = states;
    this.model = model;
    this.budget = budget;
    this.onProgress = onProgress;
    this.onExecution = onExecution;
  }

  /** Explores until the end, the budget or `enough`; to be called again for more. */
  run(enough: () => boolean = () => false): this {
    while (!this.complete && !enough()) {
      const left = this.budget - this.executions - this.blocked;
      if (left <= 0) break;
      this.explorePart(Math.min(PART, left));
      this.onProgress(this.executions);
    }
    return this;
  }

  private explorePart(size: number): void {
    const place = this.rest;
    const part = this.explore(place, size, this.onExecution, this.onExecution);
    this.executions += part.executions;
    this.blocked += part.blocked;
    this.rest = part.rest;
    this.complete = part.rest.length === 0;
    if (part.nonSequential > 0) this.firstViolation ??= { place };
    for (const failure of part.failures) {
      const key = failureKey(failure);
      const known = this.found.get(key);
      const executions = failure.executions + (known?.failure.executions ?? 0);
      this.found.set(key, { failure: { ...failure, executions }, place: known ? known.place : place });
    }
  }

  get failures(): readonly CountedFailure[] {
    return [...this.found.values()].map(({ failure }) => failure);
  }

  /** Does some execution fail so? null: not decided within the budget. */
  decide(failure: Failure): boolean | null {
    const key = failureKey(failure);
    this.run(() => this.found.has(key));
    return this.found.has(key) ? true : this.complete ? false : null;
  }

  /** An execution that is not SC, if there is one. */
  violation(): Schedule | undefined {
    return this.firstViolation && this.find(this.firstViolation.place, (part) => part.nonSequential > 0, this.model);
  }

  /** An execution that fails so, as a schedule for this model or for one that has all executions of this one. */
  failing(failure: Failure, model = this.model): Schedule | undefined {
    const key = failureKey(failure);
    this.run(() => this.found.has(key));
    const known = this.found.get(key);
    return known && this.find(known.place, ({ failures }) => failures.some((one) => failureKey(one) === key), model);
  }

  /**
   * Explores a part again, in ever smaller pieces, down to one execution. Pieces need not come in the order of the part
   * (so the search may leave it), but what is in none of them is in what is left.
   */
  private find(place: Place, wanted: (piece: GraphExploration) => boolean, model: CheckedModel): Schedule | undefined {
    let schedule: Schedule | undefined;
    const show = (execution: Execution): void => {
      schedule = linearise(execution.trace(), model);
    };
    for (let size = PART; size >= 1;) {
      const piece = this.explore(place, size, size === 1 ? show : undefined);
      if (wanted(piece)) size /= 2;
      else if (piece.rest.length > 0) place = piece.rest;
      else throw new Error('an execution cannot be found again');
    }
    return schedule;
  }

  private explore(
    from: Place,
    budget: number,
    onExecution?: (execution: Execution) => void,
    onBlocked?: (execution: Execution) => void,
  ): GraphExploration {
    return exploreGraphs(this.states, {
      model: this.model,
      budget,
      ...(from && { from }),
      ...(onExecution && { onExecution }),
      ...(onBlocked && { onBlocked }),
    });
  }
}
