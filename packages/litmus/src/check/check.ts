import { EXPLORERS } from '@fencepost/check';
import type { LocalStates, ModelName } from '@fencepost/core';
import { hasDataRaces, modelNamed } from '@fencepost/core';
import type { FinalState } from '@fencepost/explore';
import { finalView } from '@fencepost/explore';
import type { AArch64Test } from '../axiomatic/test.js';
import { enumerateTest } from '../enumerate.js';
import type { Quantifier } from '../format/condition.js';
import type { CountedFinal, Observation, ObservationWord, Outcome } from '../format/final-states.js';
import { observationOf, observe } from '../format/final-states.js';
import type { SizedTest } from '../sized/test.js';
import type { LitmusTest } from '../test.js';

/** The result of exploring one litmus test under one model; `--format json` prints it as it is. */
export interface LitmusCheck {
  /** The file. */
  readonly source: string;
  readonly test: string;
  readonly model: ModelName;
  readonly explorer: string;
  /** Complete executions; with the graph explorer and the oracle, the number of traces. */
  readonly executions: number;
  readonly blocked: number;
  /** Number of executions that satisfy the proposition, regardless of the quantifier. */
  readonly witnesses: number;
  readonly quantifier: Quantifier;
  /** The quantifier and the proposition. */
  readonly condition: string;
  readonly observation: ObservationWord;
  /** Whether the outcome of `exists` or `~exists` can be observed; null for `forall`. */
  readonly allowed: boolean | null;
  /** Whether the condition holds, with its quantifier. */
  readonly holds: boolean;
  /** Whether all executions are sequentially consistent. */
  readonly robust: boolean;
  readonly nonSequential: number;
  /** Number of executions with a data race, which is undefined behaviour; null if the model does not define races. */
  readonly races: number | null;
  /** Final states of the observed registers and locations, as herd7 prints them. */
  readonly states: readonly string[];
  /** The same, with the number of executions that end in each, and whether it satisfies the proposition. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Checks a test under a model. `states` must be those of `litmusProgram(test)`; one object serves several models.
 * `onExecution` is called for each execution, and may throw to give up.
 */
export function checkLitmus(
  test: LitmusTest,
  states: LocalStates,
  model: ModelName,
  explorer: string,
  onExecution?: () => void,
): LitmusCheck {
  const exploration = EXPLORERS.named(explorer).explore(states, {
    ...{ model, finals: true },
    ...(onExecution !== undefined && { onExecution }),
  });
  const observation = observe(test, countedFinals(states, exploration.finals));
  const { executions, blocked, nonSequential } = exploration;
  if (observation.executions !== executions) {
    throw new Error(`${explorer} gave the final states of ${observation.executions} of ${executions} executions`);
  }
  const races = hasDataRaces(modelNamed(model)) ? exploration.racy! : null;
  return answerOf(test, observation, { model, explorer, blocked, nonSequential, races });
}

/** Name shown instead of an explorer for tests of AArch64, which are enumerated. */
const ENUMERATION = 'enumeration';

/** Enumerates the executions of a test of AArch64. */
export function enumerateLitmus(test: AArch64Test | SizedTest, model: ModelName): LitmusCheck {
  const { nonSequential, outcomes } = enumerateTest(test, model);
  const observation = observationOf(test, outcomes);
  return answerOf(test, observation, { model, explorer: ENUMERATION, blocked: 0, nonSequential, races: null });
}

type Search = Pick<LitmusCheck, 'model' | 'explorer' | 'blocked' | 'nonSequential' | 'races'>;

/** Returns the answer, with properties in the order in which `--format json` prints them. */
function answerOf(test: LitmusTest, observation: Observation, search: Search): LitmusCheck {
  const { quantifier } = test;
  const { model, explorer, blocked, nonSequential, races } = search;
  const { executions, witnesses, word, holds, states, outcomes } = observation;
  return {
    ...{ source: test.file, test: test.name, model, explorer, executions, blocked, witnesses, quantifier },
    condition: test.conditionText,
    observation: word,
    allowed: quantifier === 'forall' ? null : witnesses > 0,
    ...{ holds, robust: nonSequential === 0, nonSequential, races, states, outcomes },
  };
}

function* countedFinals(states: LocalStates, finals: Iterable<FinalState>): Generator<CountedFinal> {
  for (const final of finals) yield { view: finalView(states, final), executions: final.executions };
}
