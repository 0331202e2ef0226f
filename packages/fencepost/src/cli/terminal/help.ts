import { DEFAULT_EXPLORER, EXPLORERS } from '@fencepost/check';
import type { MemoryModel } from '@fencepost/core';
import {
  REFERENCE_MODEL,
  defaultModels,
  hasMachine,
  isChecked,
  isMonitored,
  isTested,
  modelNames,
  models,
} from '@fencepost/core';

// Functions, as models may be registered after this module is loaded.

function modelLines(): string {
  return models()
    .map(({ name, meaning }) => `  ${name.padEnd(6)}${meaning}`)
    .join('\n');
}

function explorerLines(): string {
  return Object.entries(EXPLORERS)
    .map(([name, { summary, knows }]) => `${' '.repeat(20)}${name}: ${summary}${onlyHere(knows)}`)
    .join('\n');
}

/** The models that the default explorer does not know. */
function onlyHere(knows: (model: MemoryModel) => boolean): string {
  const more = modelNames((model) => knows(model) && !EXPLORERS[DEFAULT_EXPLORER].knows(model));
  return more.length === 0 ? '' : `, knows ${more.join(', ')}`;
}

function allOr(has: (model: MemoryModel) => boolean, chosen: readonly string[]): string {
  return modelNames(has).length === chosen.length ? 'all' : chosen.join(',');
}

function listOf(names: readonly string[]): string {
  return names.map((name) => (name === REFERENCE_MODEL ? `${name} (default)` : name)).join(', ');
}

export const generalHelp = (): string => `Usage: fencepost COMMAND [OPTION…]

Checks concurrent programs under memory models:

${modelLines()}

Commands:
  check FILE…     check programs: can they fail, and can they depart from SC?
  test FILE…      test programs that are too large to check: steer executions
                  into departures from SC
  replay FILE     show an execution that was found, step by step
  litmus PATH…    explore litmus tests: which outcomes does each model allow?
  monitor FILE…   what could recorded executions have done otherwise?

Options:
  -h, --help      this text; after a command, the help for that command
  --version       the version

Exit codes: 0 all is well; 1 something was found; 2 the command line or an input
is wrong; 3 not decided; 4 a bug in fencepost.

Examples:
  fencepost check queue.c
  fencepost check --help
`;

export const litmusHelp = (): string => `Usage: fencepost litmus PATH… [OPTION…]

Explores all executions of litmus tests and says whether each model allows the
outcome they ask about. A PATH is a file, or a folder to search for *.litmus.
Tests are in herd7's format, for X86_64 (AT&T syntax) or X86 (Intel syntax).

Options:
  --model LIST      models, separated by commas: ${modelNames().join(', ')}
                    (default: ${defaultModels('litmus').join(',')}; with --method monitor: ${modelNames(isMonitored).join(',')})
  --method NAME     graph (default): explore the executions of each model
                    monitor: decide whether models depart from SC at all, by
                    watching SC executions (no --explorer, no --expect)
  --explorer NAME   how to search (default: ${DEFAULT_EXPLORER})
${explorerLines()}
  --expect FILE     compare with known results; FILE has a line for each test
                    and model with, separated by tabs: the file (relative to
                    the folder of FILE, or to PATH), the model, the number of
                    witnesses, the number of executions, and the final states
                    joined by |
  --format FORMAT   text (default) or json
  -h, --help        this text

Output: a line for each test and model, such as

  SB  tso  allowed    Sometimes 1 3    4 executions, 0 blocked, 1 not SC

  allowed, forbidden  for 'exists': some or no execution has the outcome
  Ok, No              for '~exists' and 'forall': the condition holds or not
  Sometimes 1 3       herd7's observation: 1 execution has the outcome, 3 do
                      not (also Always and Never)
  4 executions        no two agree on which store each load reads and in which
                      order the stores of each variable reach memory
  0 blocked           executions started and given up as redundant
  1 not SC            executions that no interleaving of the threads explains

The last line sums up tests, checks and executions or, with --expect, says how
many rows agree. With --method monitor a line is, for example,

  MP  pso  not robust   3 SC executions, 1 violation: MP:6:19 before MP:5:2

  not robust, robust  the model has executions that no interleaving explains, or
                      has none
  6:19 before 5:2     the load in line 6 can come before the store in line 5
                      although that happens before it

and the last line says how many tests are not robust.

Exit codes:
  0   the run completed (and agrees with --expect). Litmus tests describe what a
      machine may do: a forbidden outcome or a 'No' is an answer, not a failure
  1   a result differs from --expect, or has no row there
  2   the command line or an input is wrong
  4   a bug in fencepost

Examples:
  fencepost litmus SB.litmus
  fencepost litmus tests/ --model tso --format json
  fencepost litmus tests/ --expect tests/expected.tsv
  fencepost litmus tests/ --method monitor
`;

export const checkHelp = (): string => `Usage: fencepost check FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Can a check fail, can threads wait for ever, can the program depart from SC? A
FILE is a program in C, C++ or LLVM IR (*.c, *.cpp, *.ll), a test file with
checks in JavaScript or TypeScript (*.ts, *.js, …), a module that exports what
program() makes (*.ts, *.js, …), or a litmus test (*.litmus).

What to check:
  --model LIST          some of ${modelNames(isChecked).join(',')} (default: ${allOr(isChecked, defaultModels('check'))})
  --races               look for data races of plain accesses, too
  --spurious            C: weak compare-and-swaps may fail spuriously
  --include LIST        tests: packages whose accesses count, too
  --allow-relaxed       accept departures from SC that no check fails on
  --daemon LIST         threads that may wait in a loop for ever: no deadlock
  --config FILE         default: fencepost.config.ts, .mts, .js, .mjs or .json
  --no-config           use no such file
How far to search:
  --all                 go on after the first failure, group by lines to blame
  --method NAME         graph (default), or monitor: watch SC executions only
  --preemptions N       with monitor: executions with at most N preemptions
  --max-executions N    give up after N executions
  --max-time TIME       give up after 90s, 5m, 1h
  --max-depth N         follow each thread for N operations
  --unroll N            follow loops for N iterations (default: 32)
  --seed N              the order of the search (default: 1)
  --resume TOKEN        go on with a search that was given up or interrupted
What to print:
  --format FORMAT       text (default), json, sarif, junit, github, dot
  --report FORMAT=FILE  write a file, too; also html; any number of times
  --progress WHICH      auto (default: a line on a terminal), json, none
  --color WHEN          auto (default), always, never
  -h, --help            this text

Exit codes: 0 all safe and robust; 1 a failure or a departure from SC; 2 the
command line or an input is wrong; 3 not decided; 4 a bug in fencepost.

Examples:
  fencepost check queue.c --model tso -- -DSIZE=2 -Iinclude ring.c
  fencepost check ring.test.ts --all --report html=ring.html
  fencepost check *.c --max-time 5m --format sarif
`;

export const testHelp = (): string => `Usage: fencepost test FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Tests programs that are too large to check: predicts from executions under SC
how a program could depart from SC, and steers executions there. All that is
reported has happened; what is not found may be possible all the same. A FILE is
whatever fencepost check takes.

What to test:
  --model LIST          some of ${modelNames(isTested).join(',')} (default: ${allOr(isTested, defaultModels('test'))})
  --method NAME         active (default); for comparison: random, or pct, by
                        priorities that change at a few moments
  --length N            active: cycles of up to N accesses (default: 4)
  --spurious            C: weak compare-and-swaps may fail spuriously
  --include LIST        tests: packages whose accesses count, too
  --unroll N            follow loops for N iterations (default: 32)
  --allow-relaxed       accept departures from SC that no check fails on
  --daemon LIST         threads that may wait in a loop for ever: no deadlock
  --config FILE         default: fencepost.config.ts, .mts, .js, .mjs or .json
  --no-config           use no such file
How long:
  --time TIME           for all together: 90s, 5m, 1h (default: 60s)
  --executions N        of each program under each model
  --seed N              the same executions again, or others (default: 1)
What to print:
  --format FORMAT       text (default) or json
  --color WHEN          auto (default), always, never
  -h, --help            this text

Exit codes: 0 nothing was found, which proves nothing; 1 a failure or a
departure from SC; 2 the command line or an input is wrong; 4 a bug in
fencepost.

Examples:
  fencepost test pool.c --model pso --time 5m
  fencepost test pool.c --method pct --executions 10000 --seed 7
`;

export const replayHelp = (): string => `Usage: fencepost replay FILE SCHEDULE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Runs a program exactly as a schedule of 'fencepost check' says, and shows the
execution: a column for each thread, with lines, values, and what is in buffers.

Options:
  --model NAME    the model the schedule is for: ${listOf(modelNames(hasMachine))}
  --program NAME  which program, if the file has several
  --step          walk through it: memory and buffers after each step
  --width N       columns of the output (default: the terminal's, or 100)
  --unroll N      as it was given to check
  --include LIST  as it was given to check
  --daemon LIST   as it was given to check
  --spurious      as it was given to check
  --races         as it was given to check
  -h, --help      this text

In a schedule, 2 is a step of thread 2, 2x3 three of them, 2c a store of it that
reaches memory; 1-1 and 1-2 are the first threads that thread 1 starts. What
follows ~ is there to notice if the program does something else by now.

Exit codes: 0 nothing fails; 1 something does; 2 the command line or an input is
wrong, or the schedule is not one of this program; 4 a bug in fencepost.

Example:
  fencepost replay queue.c fp1:1.1-1x2.1-1c1.1x2 --model pso -- -DSIZE=2
`;

export const monitorHelp = (): string => `Usage: fencepost monitor FILE… [OPTION…]

Looks at recorded executions and says what they could have done otherwise on
memory with store buffers. A FILE is a recording in JSON: operations in the
order they happened, see docs/monitors.md. Nothing found means that none of the
operations could have been the first to depart from SC; where a thread's stores
reach memory in order, only its loads are asked. Other orders of the same
operations may depart.

Options:
  --model LIST      models, separated by commas: ${modelNames(isMonitored).join(', ')} (default: all)
  --format FORMAT   text (default) or json
  -h, --help        this text

Exit codes: 0 nothing found; 1 a departure from SC; 2 the command line or an
input is wrong; 4 a bug in fencepost.

Example:
  fencepost monitor run.json --model tso
`;
