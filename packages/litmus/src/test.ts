import type { AArch64Test, CTest } from './axiomatic/test.js';
import type { SizedTest } from './sized/test.js';
import { ARCHITECTURES } from './x86/registers.js';
import type { X86Test } from './x86/test.js';

/** A litmus test. Explorers can run those of x86 and C; those of AArch64 are answered by enumeration (enumerate.ts). */
export type LitmusTest = X86Test | CTest | AArch64Test | SizedTest;

/** Possible first words of a file. */
export type LitmusDialect = LitmusTest['dialect'];
export const LITMUS_DIALECTS: readonly LitmusDialect[] = [...ARCHITECTURES, 'C', 'AArch64'];
