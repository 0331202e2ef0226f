import type { MemoryModel } from './model.js';

/**
 * ARMv8 with load buffering. Neither a machine nor the graph explorer supports it, because a read may take a later
 * value.
 */
export const AARCH64 = {
  name: 'aarch64',
  title: 'AArch64',
  meaning: 'ARMv8 with load buffering; for litmus tests of AArch64 only',
  includes: ['arm64'],
  describes: 'AArch64',
  isMonitored: false,
  reorders: [],
  defaultFor: ['litmus AArch64'],
} as const satisfies MemoryModel;
