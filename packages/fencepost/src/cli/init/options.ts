import type { ValuesOf } from '@fencepost/options';
import { flag, option } from '@fencepost/options';

export const INIT_OPTIONS = {
  c: option('c', flag, { otherwise: false, help: 'an example in C' }),
  ts: option('ts', flag, { otherwise: false, help: 'an example in TypeScript, which needs no compiler' }),
  ci: option('ci', flag, { otherwise: false, help: 'also a workflow for GitHub Actions' }),
  agents: option('agents', flag, { otherwise: false, help: 'instructions for coding agents: AGENTS.md and a skill' }),
  yes: option('yes', flag, {
    otherwise: false,
    short: 'y',
    help: 'no questions: C if the folder has sources in C or C++, otherwise TypeScript',
  }),
} as const;

export type InitOptions = ValuesOf<typeof INIT_OPTIONS>;
