import { commonModelName } from '@fencepost/core';
import type { FixAnswer } from '@fencepost/fix';
import { counted, listed } from '@fencepost/report';
import { statusOf } from './status.js';
import type { Standing } from './use-check.js';

/** Describes the state or the result of the search for a repair. */
export function fixStatusOf(fixing: Standing, maxSeconds: number): string {
  switch (fixing.kind) {
    case 'loading':
      return 'Looking for a fix …';
    case 'fixing':
      return `Looking for a fix: ${Math.round(fixing.seconds)} of at most ${maxSeconds} s`;
    case 'fixed':
      return answerInWords(fixing.answer);
    case 'stopped':
      return 'Stopped before a fix was found.';
    case 'stuck':
      return 'The search for a fix did not respond in time and was stopped.';
    case 'failed':
      return `The search for a fix could not start: ${fixing.message}`;
    case 'refused':
      return fixing.refusal.message;
    case 'nothing':
    case 'progress':
    case 'report':
      return '';
    case 'downloading':
      return statusOf(fixing);
  }
}

function answerInWords(answer: FixAnswer): string {
  switch (answer.outcome) {
    case 'stopped':
    case 'relaxed':
      return 'Time limit reached before a checked fix was found.';
    case 'impossible':
      return answer.isSequential
        ? `It also fails under SC, so no fence or order can fix it: ${answer.message}`
        : `No fence or order fixes it: ${answer.message}`;
    case 'checked':
    case 'bounded':
    case 'told': {
      const { changes, goal, outcome, models } = answer;
      const what = `${goal} under ${listed(models.map(commonModelName))}`;
      if (changes.length === 0) return `Nothing to fix: the program is ${what}.`;
      const many = counted(changes.length, 'change');
      if (outcome === 'told') return `${many} would make the program ${what}, but must be made by hand.`;
      const within = outcome === 'bounded' ? ', within the bounds of the search' : '';
      return `Compiled and checked: with ${changes.length === 1 ? 'this change' : `these ${many}`} it is ${what}${within}.`;
    }
  }
}
