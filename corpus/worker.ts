import { serve } from '@fencepost/workers';
import { disagreements } from './agree.js';
import type { CorpusTask } from './examination.js';
import { programs } from './examination.js';
import { differences } from './run.js';

serve(({ program, agree }: CorpusTask) => {
  const { group, expectation } = programs[program]!;
  return agree ? disagreements(group, expectation) : differences(group, expectation);
});
