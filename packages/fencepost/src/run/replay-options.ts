import type { ModelName } from '@fencepost/core';
import { flagsOf } from '@fencepost/options';
import type { LoadOptions, ProgramFacts } from '../load/loaded-program.js';
import { LOAD } from '../options/load.js';

/** What `fencepost replay` needs besides the file and the schedule. */
export function replayOptions(
  { program, alone, settings }: Pick<ProgramFacts, 'program' | 'alone' | 'settings'>,
  load: LoadOptions,
  model: ModelName,
  races = false,
): string[] {
  const { seed = 1, compiler } = load;
  // Only C has random numbers. Which of its programs is replayed, its name says.
  const made = { ...load, testCases: [], seed: seed === 1 || program.standard !== 'C11' ? undefined : seed };
  return [
    ...['--model', model],
    ...(alone ? [] : ['--program', program.name]),
    ...flagsOf(LOAD, made),
    ...(races || settings?.races === true ? ['--races'] : []),
    ...(compiler.length === 0 ? [] : ['--', ...compiler]),
  ];
}
