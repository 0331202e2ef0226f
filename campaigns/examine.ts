import type { Program as CheckedProgram } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import { differences } from './compare.js';
import type { FrontEnd } from './front-end.js';
import type { Answer } from './machine/answer.js';
import { TooManyStates, answer } from './machine/answer.js';
import { EndlessComputation } from './machine/local.js';
import type { Model } from './machine/threads.js';
import { MODELS } from './machine/threads.js';
import type { Program } from './program/ast.js';
import type { Said } from './said.js';
import { said } from './said.js';

/** What came of one program under one model. */
export interface Examined {
  readonly model: Model;
  readonly machine: Answer;
  readonly said: Said | undefined;
  readonly differences: readonly string[];
}

/** States that the machine visits at most. */
const MOST_STATES = 3000;

/** Asks the machine, then Fencepost; undefined if the program is too large for the machine. */
export function examine(
  frontEnd: FrontEnd,
  program: Program,
  checked: CheckedProgram,
  all: boolean,
): readonly Examined[] | undefined {
  const answers = answersOf(program);
  return answers?.map((machine, i) => {
    const model = MODELS[i]!;
    try {
      const told = said(checked, model, (final) => frontEnd.outcomeOf(program, final), { all });
      return { model, machine, said: told, differences: differences(machine, told, all) };
    } catch (error) {
      const message = isFencepostError(error) ? `is refused: ${error.message}` : String((error as Error).stack);
      return { model, machine, said: undefined, differences: [message] };
    }
  });
}

function answersOf(program: Program): readonly Answer[] | undefined {
  try {
    return MODELS.map((model) => answer(program, model, MOST_STATES));
  } catch (error) {
    if (error instanceof TooManyStates || error instanceof EndlessComputation) return undefined;
    throw error;
  }
}
