import { checkProgram } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { LITMUS_EDITOR } from '@fencepost/fix';
import type { LitmusCheck, LitmusTest, Proposition } from '@fencepost/litmus';
import {
  checkLitmus,
  enumerateLitmus,
  formatObservable,
  litmusCheckProgram,
  litmusProgram,
  litmusWitnessProgram,
  modelsOf,
  parseLitmus,
  requireModel,
} from '@fencepost/litmus';
import type { Counterexample, Report } from '@fencepost/report';
import type { LitmusAnswer, LitmusModelAnswer } from '../protocol.js';
import { serve } from './serve.js';

/** With more executions, outcomes are not counted: that takes seconds, on one core. */
const MOST_COUNTED = 100_000;

serve({
  load: ({ text, file }) => {
    const test = parseLitmus(text, file);
    // Tests of AArch64 are no programs to check. They have an answer all the same.
    if (test.dialect === 'AArch64') return { programs: [] };
    return { programs: [{ program: litmusCheckProgram(test), options: { models: modelsOf(test) } }] };
  },
  editorFor: ({ assembly }) => (assembly === true ? LITMUS_EDITOR : undefined),
  answer: ({ text, file, models }, report, seconds) => {
    const test = parseLitmus(text, file);
    const asked = modelsOf(test, models.length > 0 ? models : undefined);
    for (const model of asked) requireModel(test, model);
    return {
      quantifier: test.quantifier,
      condition: test.conditionText,
      observed: test.observed.map(formatObservable),
      required: requiredValues(test),
      models: answersFor(test, asked, report, seconds),
    };
  },
});

function answersFor(
  test: LitmusTest,
  models: readonly ModelName[],
  report: Report,
  seconds: number,
): LitmusAnswer['models'] {
  if (test.dialect === 'AArch64') return models.map((model) => answerOf(enumerateLitmus(test, model), null, model));
  const states = new LocalStates(litmusProgram(test));
  return models.map((model) => {
    const check = countedCheck(test, states, model);
    const isPossible = check === null || (test.quantifier === 'exists' ? check.witnesses > 0 : !check.holds);
    const witness = isPossible ? witnessOf(test, model, report, seconds / models.length, check !== null) : null;
    return answerOf(check, witness, model);
  });
}

const TOO_MANY = new Error('too many executions');

/** Returns null if there are too many executions. */
function countedCheck(test: LitmusTest, states: LocalStates, model: ModelName): LitmusCheck | null {
  let executions = 0;
  try {
    return checkLitmus(test, states, model, 'graph', () => {
      if (++executions > MOST_COUNTED) throw TOO_MANY;
    });
  } catch (error) {
    if (error === TOO_MANY) return null;
    throw error;
  }
}

function witnessOf(
  test: LitmusTest,
  model: ModelName,
  report: Report,
  maxSeconds: number,
  isSmall: boolean,
): Counterexample | null {
  const isWitness = ({ kind }: { readonly kind: string }): boolean => kind !== 'data race';
  const found = report.checks.find((check) => check.model === model)?.failures.find(isWitness);
  if (found !== undefined) return found.counterexample;
  const [check] = checkProgram(litmusWitnessProgram(test), { models: [model], maxSeconds, all: isSmall });
  return check!.failures.find(isWitness)?.counterexample ?? null;
}

function answerOf(check: LitmusCheck | null, witness: Counterexample | null, model: ModelName): LitmusModelAnswer {
  const counts = check && {
    executions: check.executions,
    witnesses: check.witnesses,
    outcomes: check.outcomes.map(({ state, executions, satisfies }) => ({
      ...{ values: valuesIn(state), executions, satisfies },
    })),
  };
  return { model, counts, hasRace: (check?.races ?? 0) > 0, witness };
}

/** Returns the values that a proposition such as `0:rax=0 /\\ 1:rax=0` requires; null if it has another form. */
function requiredValues({ proposition, observed }: LitmusTest): LitmusAnswer['required'] {
  const values = new Map<string, string>();
  const isList = (part: Proposition): boolean => {
    if (part.kind === 'and') return isList(part.left) && isList(part.right);
    if (part.kind !== 'equal' || typeof part.right !== 'number') return false;
    values.set(formatObservable(part.left), String(part.right));
    return true;
  };
  return isList(proposition) ? observed.map((item) => values.get(formatObservable(item))) : null;
}

/** `0:rax=0; [x]=1;` has the values 0 and 1. */
function valuesIn(state: string): string[] {
  return [...state.matchAll(/=([^;]*);/g)].map(([, value]) => value!);
}
