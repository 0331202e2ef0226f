import type { ModelName } from '@fencepost/core';
import { flagsOf } from '@fencepost/options';
import type { LoadOptions, ProgramFacts } from '../load/loaded-program.js';
import { LOAD } from '../options/load.js';

/** Returns the arguments of `fencepost replay` after the file and the schedule. */
export function replayOptions(
  { program, alone, settings }: Pick<ProgramFacts, 'program' | 'alone' | 'settings'>,
  load: LoadOptions,
  model: ModelName,
  races = false,
): string[] {
  const { seed = 1, compiler } = load;
  // Only C programs use random numbers. Patterns of test cases are omitted, because the name selects the program.
  const made = { ...load, testCases: [], seed: seed === 1 || program.standard !== 'C11' ? undefined : seed };
  return [
    ...['--model', model],
    ...(alone ? [] : ['--program', program.name]),
    ...flagsOf(LOAD, made),
    ...(races || settings?.races === true ? ['--races'] : []),
    ...(compiler.length === 0 ? [] : ['--', ...compiler]),
  ];
}
