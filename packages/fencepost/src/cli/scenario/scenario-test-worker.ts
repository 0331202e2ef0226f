import { serve } from '@fencepost/workers';
import { scenarioHandler } from './scenario-tasks.js';

serve(scenarioHandler());
