import { readFileSync } from 'node:fs';
import { DEFAULT_EXPLORER } from '@fencepost/check';
import type { GivenModel } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { checkLitmus, enumerateLitmus, litmusProgram, parseLitmus } from '@fencepost/litmus';
import type { Answer } from '../answer.js';

/** Does the condition of a litmus test hold, with its quantifier? The answers are `holds` and `does not hold`. */
export interface LitmusQuestion {
  readonly kind: 'litmus';
  readonly file: string;
  readonly model: GivenModel;
}

export function checkCondition({ file, model }: LitmusQuestion): Answer {
  const test = parseLitmus(readFileSync(file, 'utf8'), file);
  const { holds, executions } =
    test.dialect === 'AArch64'
      ? enumerateLitmus(test, model)
      : checkLitmus(test, new LocalStates(litmusProgram(test)), model, DEFAULT_EXPLORER);
  return { answer: holds ? 'holds' : 'does not hold', detail: `${executions} executions` };
}
