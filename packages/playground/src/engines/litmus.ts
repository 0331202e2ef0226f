import { litmusCheckProgram } from '@fencepost/check';
import { parseLitmus } from '@fencepost/litmus';
import { serve } from './serve.js';

serve(({ text, file }) => ({ programs: [{ program: litmusCheckProgram(parseLitmus(text, file)) }] }));
