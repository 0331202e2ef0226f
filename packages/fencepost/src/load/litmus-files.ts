import type { LitmusTest } from '@fencepost/litmus';
import { parseLitmus } from '@fencepost/litmus';
import type { InputFile } from '../files/files.js';
import { readText } from '../files/files.js';

export interface LoadedTest {
  readonly input: InputFile;
  readonly test: LitmusTest;
}

export function loadTest(input: InputFile): LoadedTest {
  return { input, test: parseLitmus(readText(input.path), input.path) };
}
