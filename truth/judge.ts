import { isFencepostError } from '@fencepost/core';
import { countExecutions } from './judges/executions.js';
import { checkCondition } from './judges/litmus.js';
import { judgeProperty } from './judges/property.js';
import { judgeScript } from './judges/script.js';
import type { Answer } from './answer.js';
import type { Question } from './set.js';
import { undecided } from './answer.js';

/** Answers a question. Programs that cannot be checked are undecided, with the code of the error. */
export async function judge(question: Question, seconds: number, cpu = false): Promise<Answer> {
  try {
    switch (question.kind) {
      case 'property':
        return await judgeProperty(question.task, seconds, cpu);
      case 'executions':
        return await countExecutions(question, seconds, cpu);
      case 'litmus':
        return checkCondition(question);
      case 'script':
        return await judgeScript(question, seconds);
    }
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    return undecided(`${error.code}: ${error.message}`);
  }
}
