import { serve } from '@fencepost/workers';
import { disagreements } from './agree.js';
import type { CorpusTask } from './examination.js';
import { programs } from './examination.js';
import { unrecorded } from './recorded.js';
import { differences } from './run.js';

const ANSWERS = { expected: differences, agree: disagreements, recordings: unrecorded };

serve(() => ({ program, question }: CorpusTask) => {
  const { group, expectation } = programs[program]!;
  return ANSWERS[question](group, expectation);
});
