import type { Program } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import { cProgram } from './axiomatic/program.js';
import type { LitmusTest } from './test.js';
import { x86Program } from './x86/translate.js';

/**
 * Returns the test as a program that explorers can run. A thread returns its registers, by `Register.index`. Explorers
 * cannot run AArch64 instructions.
 */
export function litmusProgram(test: LitmusTest): Program {
  switch (test.dialect) {
    case 'C':
      return cProgram(test);
    case 'AArch64':
      throw new FencepostError('LITMUS_UNSUPPORTED', 'the explorers cannot run AArch64 instructions', {
        site: test.site,
        hint: 'use fencepost litmus, which enumerates the executions of AArch64 tests',
      });
    default:
      return x86Program(test);
  }
}
