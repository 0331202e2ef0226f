import type { AxiomaticModel, AxiomaticProgram, EnumeratedExecution } from '@fencepost/axioms';
import { SC, consistentExecutions } from '@fencepost/axioms';
import type { Observable } from '../format/observables.js';
import type { Outcome } from '../format/final-states.js';
import { Outcomes, observationOf } from '../format/final-states.js';
import type { AxiomaticTest } from './test.js';

/** The result of a model for a test, counted as in herd7. */
export interface AxiomaticAnswer {
  /** Number of executions that satisfy the proposition, regardless of the quantifier. */
  readonly witnesses: number;
  readonly executions: number;
  /** Executions that are not sequentially consistent. */
  readonly nonSequential: number;
  /** The distinct final states of what the test observes, as herd7 prints them: `0:X1=0; [x]=1;`. */
  readonly states: readonly string[];
  /** The same, with their numbers of executions. */
  readonly outcomes: readonly Outcome[];
  /** Whether some execution has a data race; undefined if the model does not define races. */
  readonly race: boolean | undefined;
}

/** Returns the answer of a model. `program` is another form of the test's program, for example its compiled form. */
export function axiomaticAnswer(
  test: AxiomaticTest,
  model: AxiomaticModel,
  program: AxiomaticProgram = test.program,
): AxiomaticAnswer {
  const outcomes = new Outcomes(test);
  let [nonSequential, race] = [0, false];
  for (const execution of consistentExecutions(program, model)) {
    outcomes.add((item) => read(item, execution), 1);
    if (!SC.isConsistent(execution)) nonSequential++;
    race ||= model.races !== undefined && !model.races(execution).isEmpty();
  }
  const { witnesses, executions, states, outcomes: sorted } = observationOf(test, outcomes.sorted());
  const known = model.races === undefined ? undefined : race;
  return { witnesses, executions, nonSequential, states, outcomes: sorted, race: known };
}

function read(item: Observable, execution: EnumeratedExecution): number {
  if (item.kind === 'variable') return execution.finalMemory(item.address);
  return execution.finalRegister(item.thread, item.register.name);
}
