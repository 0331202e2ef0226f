import type { Program as CheckedProgram } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import { countDifferences, differences, raceDifferences, robustnessDifferences } from './compare.js';
import { answerByAxioms, hasAxiomaticAnswer } from './axioms/answer.js';
import type { FrontEnd } from './front-end.js';
import type { JointVerdict } from './joint-states.js';
import { ofJointStates } from './joint-states.js';
import type { Answer } from './machine/answer.js';
import { answer } from './machine/answer.js';
import { EndlessComputation } from './machine/local.js';
import { racesOf } from './machine/races.js';
import { isRobust } from './machine/robustness.js';
import { TooManyStates } from './machine/search.js';
import type { Model } from './machine/threads.js';
import { MODELS } from './machine/threads.js';
import type { Program } from './program/ast.js';
import { isStraight } from './program/straight.js';
import type { Said } from './said.js';
import { said } from './said.js';

/** The model whose executions are found by its axioms, not by the machine. */
export const AXIOMATIC = 'arm64';

/** The machine's answer under a model, and Fencepost's. */
export interface Examined {
  readonly model: Model | typeof AXIOMATIC;
  readonly machine: Answer;
  /** Undefined if it was not computed, or the machine cannot decide it. */
  readonly robust: boolean | undefined;
  readonly said: Said;
  readonly differences: readonly string[];
}

/** The result for one program. */
export interface Examination {
  readonly models: readonly Examined[];
  /** Cells with a data race; undefined for the same reasons as `robust`. */
  readonly races: ReadonlySet<number> | undefined;
  readonly joint: JointVerdict | undefined;
  /** Differences that do not concern a single model. */
  readonly differences: readonly string[];
}

/** Maximum number of states that the machine visits, without and with traces or clocks. */
const MOST_STATES = 3000;
const MOST_PASTS = 8000;
/** Maximum number of graphs judged by axioms. */
const MOST_GRAPHS = 3000;

/** Runs the machine, then Fencepost; undefined if the program is too large for the machine. */
export function examine(
  frontEnd: FrontEnd,
  program: Program,
  checked: CheckedProgram,
  all: boolean,
): Examination | undefined {
  const answers = unlessLarge(() => MODELS.map((model) => answer(program, model, MOST_STATES)));
  if (answers === undefined) return undefined;
  const straight = isStraight(program);
  const races = straight && isNamed(program) ? unlessLarge(() => racesOf(program, MOST_PASTS)) : undefined;
  const axiomatic = hasAxiomaticAnswer(program) ? unlessLarge(() => answerByAxioms(program, MOST_GRAPHS)) : undefined;
  const ask = (models: readonly Examined['model'][], racy: boolean): readonly Said[] =>
    said(checked, (final) => frontEnd.outcomeOf(program, final), { all, models, races: racy });
  try {
    const told = ask(MODELS, false);
    const models = answers.map((machine, i): Examined => {
      const [model, about] = [MODELS[i]!, told[i]!];
      const robust = straight && model !== 'sc' ? unlessLarge(() => isRobust(program, model, MOST_PASTS)) : undefined;
      const found = [...differences(machine, about, all), ...robustnessDifferences(robust, about)];
      return { model, machine, robust, said: about, differences: found };
    });
    if (axiomatic !== undefined) {
      const [about] = ask([AXIOMATIC], false);
      const robust = straight ? axiomatic.robust : undefined;
      const found = [
        ...differences(axiomatic, about!, all),
        ...robustnessDifferences(robust, about!),
        ...(straight ? countDifferences(axiomatic.executions, about!) : []),
      ];
      models.push({ model: AXIOMATIC, machine: axiomatic, robust, said: about!, differences: found });
    }
    const found = races === undefined ? [] : raceDifferences(races, ask(['sc'], true)[0]!, all, program);
    const joint = ofJointStates(answers[0]!, checked, all);
    return { models, races, joint: joint.verdict, differences: [...found, ...joint.differences] };
  } catch (error) {
    const message = isFencepostError(error) ? `is refused: ${error.message}` : String((error as Error).stack);
    return { models: [], races, joint: undefined, differences: [message] };
  }
}

export function differencesOf({ models, differences }: Examination): readonly string[] {
  return [...differences, ...models.flatMap((examined) => examined.differences)];
}

/** Whether all cells have names. Data races are reported by variable name. */
function isNamed({ cells }: Program): boolean {
  return cells.every(({ place }) => place !== 'heap' && place !== 'stack');
}

function unlessLarge<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TooManyStates || error instanceof EndlessComputation) return undefined;
    throw error;
  }
}
