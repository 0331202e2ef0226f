import { serve } from '@fencepost/workers';
import { litmusHandler } from './litmus-tasks.js';

serve(litmusHandler());
