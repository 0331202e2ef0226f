import type { AArch64Test, CTest } from './axiomatic/test.js';
import { ARCHITECTURES } from './x86/registers.js';
import type { X86Test } from './x86/test.js';

/** A litmus test that explorers can run. */
export type ExplorableTest = X86Test | CTest;

/** A litmus test. Those of AArch64 are answered by enumeration (enumerate.ts). */
export type LitmusTest = ExplorableTest | AArch64Test;

/** What the first word of a file may be. */
export type LitmusDialect = LitmusTest['dialect'];
export const LITMUS_DIALECTS: readonly LitmusDialect[] = [...ARCHITECTURES, 'C', 'AArch64'];
