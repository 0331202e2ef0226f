import type { CTest } from './axiomatic/test.js';
import { ARCHITECTURES } from './x86/registers.js';
import type { X86Test } from './x86/test.js';

/** A litmus test that explorers can run. */
export type LitmusTest = X86Test | CTest;

/** What the first word of a file may be. */
export type LitmusDialect = LitmusTest['dialect'];
export const LITMUS_DIALECTS: readonly LitmusDialect[] = [...ARCHITECTURES, 'C'];
