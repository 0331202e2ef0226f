import type { ValuesOf } from '@fencepost/options';
import { adapted, duration, option, text } from '@fencepost/options';
import { LIMITS } from '../../options/limits.js';

/** Seconds that a call may take unless it asks for less. */
const LONGEST_CALL = 600;

export const MCP_OPTIONS = {
  root: option('root', text('DIR'), {
    otherwise: '.',
    help: 'the folder whose files may be checked (default: this one)',
  }),
  maxTime: adapted(LIMITS.maxTime, duration, {
    otherwise: LONGEST_CALL,
    help: `the most time that a call may ask for (default: ${LONGEST_CALL}s)`,
  }),
  maxMemory: LIMITS.maxMemory,
} as const;

export type McpOptions = ValuesOf<typeof MCP_OPTIONS>;
