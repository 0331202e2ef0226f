import type { ModelName, Program, ScenarioSet } from '@fencepost/core';
import { FencepostError, modelsFor } from '@fencepost/core';
import type { Searching, Stop } from '../search/searching.js';
import type { CheckOptions, RunningCheck, SavedCheck } from './check-program.js';
import { Check, isResumable } from './check-program.js';
import type { ProgramCheck, Standing } from './program-check.js';
import type { ScenarioHelpers } from './scenario-helpers.js';
import { ScenarioSum, checkedScenario } from './scenario-sum.js';

/**
 * The check of all scenarios of a program, smallest first, as one check per model. It ends with the first scenario that
 * fails; no smaller one does.
 */
export class ScenarioCheck implements RunningCheck {
  readonly done: ProgramCheck[] = [];
  private readonly program: Program;
  private readonly scenarios: ScenarioSet;
  private readonly options: CheckOptions;
  private readonly stop: Stop;
  private readonly saved: SavedCheck | undefined;
  private readonly helpers: ScenarioHelpers | undefined;
  /** Sums by model, in the order in which the models are checked. */
  private readonly sums: ScenarioSum[] = [];

  constructor(
    program: Program,
    scenarios: ScenarioSet,
    options: CheckOptions,
    stop: Stop,
    saved?: SavedCheck,
    helpers?: ScenarioHelpers,
  ) {
    if (options.method === 'monitor') {
      throw new FencepostError('USAGE', `${program.name} is checked with the method graph only`, {
        hint: 'histories are checked in the executions of each model',
      });
    }
    this.program = program;
    this.scenarios = scenarios;
    this.options = options;
    this.stop = stop;
    this.saved = saved;
    this.helpers = helpers;
  }

  *run(): Searching<ProgramCheck[]> {
    const models = modelsFor(this.program, 'graph', this.options.models);
    for (const [i, model] of models.entries()) {
      this.options.onModel?.(models.length - i);
      const before = this.saved?.finished.find((each) => each.model === model);
      this.done.push(before ?? (yield* this.check(model)));
    }
    return this.done;
  }

  private *check(model: ModelName): Searching<ProgramCheck> {
    const { maxExecutions = Infinity, all, races, seed, maxDepth } = this.options;
    const saved = this.saved?.scenarios?.find((each) => each.model === model);
    const sum = new ScenarioSum(model, this.scenarios, saved);
    this.sums.push(sum);
    // For a resumed check, the limit is the number of additional executions.
    const explored = sum.executions + sum.blocked;
    const options: CheckOptions = {
      models: [model],
      // Results of calls distinguish threads.
      symmetry: 'off',
      ...(all !== undefined && { all }),
      ...(races !== undefined && { races }),
      ...(seed !== undefined && { seed }),
      ...(maxDepth !== undefined && { maxDepth }),
    };
    const helpers = maxExecutions === Infinity ? this.helpers : undefined;
    const most = explored + maxExecutions;
    yield* this.alone(sum, options, most, helpers);
    if (helpers?.areReady === true) {
      yield* this.withHelpers(sum, options, helpers);
      if (!sum.isOver) yield* this.alone(sum, options, most);
    }
    yield* this.shrink(sum, options);
    return sum.result(this.stop);
  }

  /** Checks scenarios in this process until helpers are ready. */
  private *alone(
    sum: ScenarioSum,
    options: CheckOptions,
    maxExecutions: number,
    helpers?: ScenarioHelpers,
  ): Searching<void> {
    const { stop } = this;
    const { number: first } = sum;
    for (const program of this.scenarios.programs((number) => number >= first)) {
      const left = maxExecutions - sum.executions - sum.blocked;
      if (left <= 0 || stop.reason !== undefined || helpers?.areReady === true) return;
      const [check] = yield* this.one(program, { ...options, maxExecutions: left }, sum);
      sum.add(checkedScenario(program, check!));
      if (sum.isOver) return;
      yield sum.progress();
    }
  }

  /** Removes calls that a failing random scenario does not need. */
  private *shrink(sum: ScenarioSum, options: CheckOptions): Searching<void> {
    const { stop } = this;
    for (let name = sum.failingAtRandom; name !== undefined;) {
      for (const program of this.scenarios.smaller(name)) {
        if (stop.reason !== undefined) return;
        const [check] = yield* this.one(program, options, sum);
        sum.addSmaller(checkedScenario(program, check!));
        if (sum.failingAtRandom !== name) break;
      }
      if (sum.failingAtRandom === name) {
        sum.endSmaller();
        return;
      }
      name = sum.failingAtRandom;
    }
  }

  private *one(program: Program, options: CheckOptions, sum: ScenarioSum): Searching<ProgramCheck[]> {
    const searching = new Check(program, options, this.stop).run();
    let step = searching.next();
    for (; step.done !== true; step = searching.next()) yield sum.progress(step.value);
    return step.value;
  }

  private *withHelpers(sum: ScenarioSum, options: CheckOptions, helpers: ScenarioHelpers): Searching<void> {
    helpers.begin(options, sum.number);
    while (!sum.isOver && this.stop.reason === undefined) {
      const checked = helpers.resultOf(sum.number);
      if (checked !== undefined) sum.add(checked);
      else if (helpers.haveFailed) break;
      yield checked === undefined ? { ...sum.progress(), idle: helpers.arrival() } : sum.progress();
    }
    helpers.recall();
  }

  get standing(): Standing | undefined {
    return this.sums.at(-1)?.standing;
  }

  /** Saves the state. Scenarios are quick, so the current one starts again. */
  save(): SavedCheck {
    const isNew = ({ model }: { readonly model: ModelName }): boolean =>
      !this.done.some((each) => each.model === model);
    const finished = [...this.done.filter((each) => !isResumable(each)), ...(this.saved?.finished.filter(isNew) ?? [])];
    const begun = this.sums.map((sum) => sum.save());
    // Models that did not get a turn keep their saved state.
    const others = this.saved?.scenarios?.filter(({ model }) => !begun.some((each) => each.model === model)) ?? [];
    const isOpen = ({ model }: { readonly model: ModelName }): boolean =>
      !finished.some((each) => each.model === model);
    return {
      ...{ knowledge: null, searches: { searches: {}, races: {}, unordered: null }, tooDeep: [] },
      finished,
      scenarios: [...begun, ...others].filter(isOpen),
    };
  }
}
