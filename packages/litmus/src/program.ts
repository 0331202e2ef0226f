import type { Program } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import { cProgram } from './axiomatic/program.js';
import type { ExplorableTest, LitmusTest } from './test.js';
import { x86Program } from './x86/translate.js';

/** The test as a program that explorers can run; what a thread returns is its registers, by `Register.index`. */
export function litmusProgram(test: ExplorableTest): Program {
  return test.dialect === 'C' ? cProgram(test) : x86Program(test);
}

/** The test, if explorers can run it. */
export function requireExplorable(test: LitmusTest): ExplorableTest {
  if (test.dialect !== 'AArch64') return test;
  throw new FencepostError('LITMUS_UNSUPPORTED', 'no explorer runs AArch64 instructions', {
    site: test.site,
    hint: 'fencepost litmus answers tests of AArch64 by enumerating their executions',
  });
}
