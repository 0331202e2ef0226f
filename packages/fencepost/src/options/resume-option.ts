import { HOW_FAR, fixes, under } from './help-groups.js';
import { text } from './kinds.js';
import { option } from './option.js';

/** What goes on with a run that was stopped. */
export const RESUME_OPTION = {
  resume: option('resume', text('TOKEN'), {
    resumable: true,
    ...under(HOW_FAR, {
      check: "continue a stopped search; 'last': the newest here",
      test: "continue tests with --seeds; 'last': the newest here",
      ...fixes("continue what was stopped; 'last': the newest here"),
    }),
  }),
} as const;
