import type { ModelName } from '@fencepost/core';
import type { LoadOptions, ProgramFacts } from '../load/loaded-program.js';

/** What `fencepost replay` needs besides the file and the schedule. */
export function replayOptions(
  { program, alone, settings }: Pick<ProgramFacts, 'program' | 'alone' | 'settings'>,
  {
    unroll,
    spurious,
    failOnExit,
    volatile = 'plain',
    seed = 1,
    criterion,
    include,
    exclude,
    daemons = [],
    compiler,
    compileCommands,
    races = false,
  }: LoadOptions & { readonly races?: boolean },
  model: ModelName,
): string[] {
  return [
    ...['--model', model],
    ...(alone ? [] : ['--program', program.name]),
    ...(unroll === undefined ? [] : ['--unroll', String(unroll)]),
    ...(spurious ? ['--spurious'] : []),
    ...(failOnExit ? ['--fail-on-exit'] : []),
    ...(volatile === 'plain' ? [] : ['--volatile', volatile]),
    ...(seed === 1 || program.standard !== 'C11' ? [] : ['--seed', String(seed)]),
    ...(races || settings?.races === true ? ['--races'] : []),
    ...(criterion === undefined ? [] : ['--criterion', criterion]),
    ...include.flatMap((name) => ['--include', name]),
    ...exclude.flatMap((name) => ['--exclude', name]),
    ...daemons.flatMap((name) => ['--daemon', name]),
    ...(compileCommands === undefined ? [] : ['--compile-commands', compileCommands]),
    ...(compiler.length === 0 ? [] : ['--', ...compiler]),
  ];
}
