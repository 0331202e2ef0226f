import { litmusCheckProgram } from '@fencepost/litmus';
import { LITMUS_EDITOR } from '@fencepost/fix';
import { parseLitmus } from '@fencepost/litmus';
import { serve } from './serve.js';

serve({
  load: ({ text, file }) => ({ programs: [{ program: litmusCheckProgram(parseLitmus(text, file)) }] }),
  editorFor: ({ assembly }) => (assembly === true ? LITMUS_EDITOR : undefined),
});
