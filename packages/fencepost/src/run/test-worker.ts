import { serve } from '@fencepost/workers';
import { testHandler } from './test-tasks.js';

serve(testHandler());
