// Settings for fencepost check; paths start from this folder.
import type { FencepostConfig } from 'fencepost';

export default {
  files: ['../programs/handover.mjs'],
  models: ['sc', 'tso'],
  races: true,
  all: true,
  maxTime: '5m',
} satisfies FencepostConfig;
