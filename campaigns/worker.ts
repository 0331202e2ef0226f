import { serve } from '@fencepost/workers';
import type { BatchTask } from './campaign.js';
import { examineBatch } from './campaign.js';
import { FRONT_ENDS } from './front-ends.js';

// The front end given on the command line.
const frontEnd = FRONT_ENDS.get(process.argv[2]!)!;

serve(() => (task: BatchTask) => examineBatch(frontEnd, task));
