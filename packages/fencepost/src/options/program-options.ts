import type { VolatileAccesses } from '@fencepost/c';
import type { Criterion } from '@fencepost/linear';
import { CRITERIA } from '@fencepost/linear';
import { AS_BEFORE, WHAT, checks, fixes, tests, under } from './help-groups.js';
import { choice, compilerFlags, database, patternList, text } from './kinds.js';
import { option } from './option.js';

const ONLY = 'only what a file has of this name (with *); repeatable';
const VOLATILE = 'C: volatile accesses are plain (default) or relaxed';
const FLAGS = 'C: where compile_commands.json is, or none';

/** What of a file is a program, and how it is compiled. */
export const PROGRAM_OPTIONS = {
  program: option('program', text('NAME'), {
    ...under(WHAT, {
      replay: 'which program, or which scenario of a structure',
      scenario: "which scenario, as check names it: 'ring: push(1) | pop()'",
      ...fixes('which program, or which scenario of a structure'),
    }),
  }),
  testCases: option('test-case', patternList, {
    inConfig: true,
    otherwise: [],
    ...under(WHAT, {
      ...checks(ONLY),
      ...tests(ONLY),
    }),
  }),
  criterion: option(
    'criterion',
    choice<Criterion>(() => CRITERIA, 'criterion', 'NAME', 'criteria'),
    {
      inConfig: true,
      ...under(WHAT, {
        check: 'of structures: sequential, quiescent, elements, …',
        replay: AS_BEFORE,
        scenario: AS_BEFORE,
        ...fixes(AS_BEFORE),
      }),
    },
  ),
  volatile: option(
    'volatile',
    choice<VolatileAccesses>(() => ['plain', 'relaxed'], 'kind of access', 'KIND'),
    {
      ...{ inConfig: true, otherwise: 'plain' as const },
      ...under(WHAT, {
        ...checks(VOLATILE),
        ...tests(VOLATILE),
        replay: AS_BEFORE,
        scenario: AS_BEFORE,
        ...fixes(AS_BEFORE),
      }),
    },
  ),
  compileCommands: option('compile-commands', database, {
    inConfig: true,
    ...under(WHAT, {
      ...checks(FLAGS),
      ...tests(FLAGS),
      replay: AS_BEFORE,
      scenario: AS_BEFORE,
      ...fixes(AS_BEFORE),
    }),
  }),
  compiler: option(null, compilerFlags, { inConfig: true, otherwise: [] }),
} as const;
