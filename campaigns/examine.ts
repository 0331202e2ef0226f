import type { Program as CheckedProgram } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import { differences, raceDifferences, robustnessDifferences } from './compare.js';
import type { FrontEnd } from './front-end.js';
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

/** What came of one program under one model. */
export interface Examined {
  readonly model: Model;
  readonly machine: Answer;
  /** Undefined if it was not asked for, or is not decided. */
  readonly robust: boolean | undefined;
  readonly races: ReadonlySet<number> | undefined;
  readonly said: Said | undefined;
  readonly differences: readonly string[];
}

/** States that the machine visits at most, also with traces and clocks. */
const MOST_STATES = 3000;
const MOST_PASTS = 8000;

/** Asks the machine, then Fencepost; undefined if the program is too large for the machine. */
export function examine(
  frontEnd: FrontEnd,
  program: Program,
  checked: CheckedProgram,
  all: boolean,
): readonly Examined[] | undefined {
  const answers = unlessLarge(() => MODELS.map((model) => answer(program, model, MOST_STATES)));
  const straight = isStraight(program);
  return answers?.map((machine, i) => {
    const model = MODELS[i]!;
    const robust = straight && model !== 'sc' ? unlessLarge(() => isRobust(program, model, MOST_PASTS)) : undefined;
    const races = straight && model === 'sc' ? unlessLarge(() => racesOf(program, MOST_PASTS)) : undefined;
    const examined = { model, machine, robust, races };
    try {
      const ask = (options: { readonly races?: boolean }): Said =>
        said(checked, model, (final) => frontEnd.outcomeOf(program, final), { all, ...options });
      const told = ask({});
      const found = [...differences(machine, told, all), ...robustnessDifferences(robust, told)];
      if (races !== undefined) found.push(...raceDifferences(races, ask({ races: true }), all, program));
      return { ...examined, said: told, differences: found };
    } catch (error) {
      const message = isFencepostError(error) ? `is refused: ${error.message}` : String((error as Error).stack);
      return { ...examined, said: undefined, differences: [message] };
    }
  });
}

function unlessLarge<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TooManyStates || error instanceof EndlessComputation) return undefined;
    throw error;
  }
}
