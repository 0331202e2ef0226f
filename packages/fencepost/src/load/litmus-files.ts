import type { Program } from '@fencepost/core';
import type { LitmusTest } from '@fencepost/litmus';
import { litmusProgram, parseLitmus } from '@fencepost/litmus';
import type { InputFile } from '../files/files.js';
import { readText } from '../files/files.js';

export interface LoadedTest {
  readonly input: InputFile;
  readonly test: LitmusTest;
  readonly program: Program;
}

export function loadTest(input: InputFile): LoadedTest {
  const test = parseLitmus(readText(input.path), input.path);
  return { input, test, program: litmusProgram(test) };
}
