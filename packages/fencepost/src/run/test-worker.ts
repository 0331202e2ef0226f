import { serve } from '@fencepost/workers';
import { BuiltIns } from '../workers/built-ins.js';
import { testHandler } from './test-tasks.js';

serve(testHandler(new BuiltIns()));
