import type { CheckResult, ModelName, Program } from '@fencepost/core';
import { LocalStates, linearise, printSchedule, verdictOf } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';

export interface CheckOptions {
  readonly models?: readonly ModelName[];
  /** Give up after so many executions; the verdict is then `unknown` unless something failed. */
  readonly maxExecutions?: number;
}

const DEFAULT_MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];

/** Explores the program under each model and says what that established. */
export function checkProgram(program: Program, options: CheckOptions = {}): CheckResult[] {
  const { models = DEFAULT_MODELS, maxExecutions } = options;
  const states = new LocalStates(program);
  return models.map((model) => checkModel(states, model, maxExecutions));
}

function checkModel(states: LocalStates, model: ModelName, maxExecutions: number | undefined): CheckResult {
  let violation: string | undefined;
  const { executions, blocked, nonSequential, failures, rest } = exploreGraphs(states, {
    model,
    ...(maxExecutions !== undefined && { budget: maxExecutions }),
    onExecution: (execution) => {
      if (violation !== undefined || execution.sequential) return;
      violation = printSchedule(linearise(execution.trace(), model)!);
    },
  });
  const complete = rest.length === 0;
  const robust = nonSequential > 0 ? false : complete ? true : null;
  const verdict = verdictOf(failures, complete);
  return { model, verdict, robust, executions, blocked, failures, ...(violation !== undefined && { violation }) };
}
