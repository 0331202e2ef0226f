import type { Program } from '@fencepost/core';
import { cProgram } from './axiomatic/program.js';
import type { LitmusTest } from './test.js';
import { x86Program } from './x86/translate.js';

/** The test as a program that explorers can run; what a thread returns is its registers, by `Register.index`. */
export function litmusProgram(test: LitmusTest): Program {
  return test.dialect === 'C' ? cProgram(test) : x86Program(test);
}
