import { models } from '@fencepost/core';
import { FRONT_ENDS } from '../../load/front-ends.js';
import { optionLines, paragraph } from './option-lines.js';

// Functions, as models may be registered after this module is loaded.

function modelLines(): string {
  return models()
    .map(({ name, meaning }) => `  ${name.padEnd(9)}${meaning}`)
    .join('\n');
}

function filesInWords(): string {
  const files = FRONT_ENDS.all().map((frontEnd) => frontEnd.files);
  return `${files.slice(0, -1).join(', ')}, or ${files.at(-1)!}`;
}

export const generalHelp = (): string => `Usage: fencepost COMMAND [OPTION…]

Checks concurrent programs under memory models:

${modelLines()}

Commands:
  check FILE…     explore every execution: can it fail? is it robust?
  test FILE…      test programs that are too large to explore: steer
                  executions into SC violations
  replay FILE     show an execution that was found, step by step
  scenario FILE   print a scenario of a data structure as a test
  fix FILE        find the cheapest fences and orders that repair a program
  relax FILE      find orders and fences that can be weaker
  litmus PATH…    explore litmus tests: which outcomes does each model allow?
  record -- …     run a program (C, C++, Node) and record it
  monitor FILE…   look for SC violations near recorded executions
  steer -- …      run a native program with store buffers: can it fail?
  cluster …       check a program with many machines

Options:
  -h, --help      this text; after a command, the help for that command
  --version       the version

Exit codes: 0 all is well; 1 something was found; 2 the command line or an input
is wrong; 3 not decided; 4 a bug in fencepost.

Examples:
  fencepost check queue.c
  fencepost check --help
`;

export const litmusHelp = (explorers: string): string => `Usage: fencepost litmus PATH… [OPTION…]

Explores all executions of litmus tests and says whether each model allows the
outcome they ask about. A PATH is a file, or a folder to search for *.litmus.
Tests are in herd7's format, of X86_64 (AT&T syntax), X86 (Intel syntax), C, or
AArch64.

${optionLines('litmus')}

Explorers:
${explorers}

Output: a line for each test and model, such as

  SB  tso  allowed    Sometimes 1 3    4 executions, 0 blocked, 1 not SC

  allowed, forbidden  for 'exists': some or no execution has the outcome
  Ok, No              for '~exists' and 'forall': the condition holds or not
  Sometimes 1 3       herd7's observation: 1 execution has the outcome, 3 do
                      not (also Always and Never)
  4 executions        no two agree on which store each load reads and in which
                      order the stores of each variable reach memory
  0 blocked           executions started and abandoned as redundant
  1 not SC            executions that no interleaving of the threads explains
  data race           the test has undefined behaviour (rc11)

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
  3   not all tests were run: the time was over, or Ctrl-C
  4   a bug in fencepost

Examples:
  fencepost litmus SB.litmus
  fencepost litmus tests/ --model tso --format json
  fencepost litmus tests/ --expect tests/expected.tsv
  fencepost litmus tests/ --method monitor
`;

export const checkHelp = (): string => `Usage: fencepost check FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

${paragraph(`Explores every execution: can it fail, wait forever, violate SC? A FILE is ${filesInWords()}. Structures: in all scenarios.`)}

${optionLines('check')}
Exit codes: 0 safe and robust; 1 a finding; 2 wrong input; 3 undecided; 4 a bug
Examples:
  fencepost check queue.c --model tso -- -DSIZE=2 -Iinclude ring.c
`;

export const testHelp = (): string => `Usage: fencepost test FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Tests programs that are too large to check: predicts from executions under SC
how a program could violate SC, and steers executions there. Everything it
reports has happened; what it does not find may still be possible. A FILE is
whatever fencepost check takes.

${optionLines('test')}

Exit codes: 0 nothing was found, which proves nothing; 1 a failure or an
SC violation; 2 the command line or an input is wrong; 4 a bug in
fencepost.

Examples:
  fencepost test pool.c --model pso --max-time 5m
  fencepost test pool.c --method pct --max-executions 10000 --seed 7
  fencepost test pool.c --seeds 1-100 --all
`;

export const replayHelp = (): string => `Usage: fencepost replay FILE SCHEDULE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Runs a program along a schedule printed by 'fencepost check' and shows the
execution: a column for each thread, with lines, values and buffers.

${optionLines('replay')}

In a schedule, 2 is a step of thread 2, 2x3 three of them, 2c a store of it that
reaches memory; 1-1 and 1-2 are the first threads that thread 1 starts. The
characters after ~ reveal whether the program has changed.

Exit codes: 0 nothing fails; 1 something does; 2 the command line or an input is
wrong, or the schedule is not one of this program; 4 a bug in fencepost.

Example:
  fencepost replay queue.c fp1:1.1-1x2.1-1c1.1x2 --model pso -- -DSIZE=2
`;

export const scenarioHelp = (): string => `Usage: fencepost scenario FILE --program NAME [OPTION…]
                          [-- COMPILER FLAG OR SOURCE…]

Prints a scenario of a data structure as a test in the language of FILE, to be
kept beside FILE: a program with a main (C, C++), or a check (TypeScript). It
makes the calls, and accepts what they return in some sequential order. A test
sees results only: if the scenario fails by the order of calls in different
threads alone, that is said.

${optionLines('scenario')}

Exit codes: 0 the test was printed, and fails if the scenario does; 1 it does
not show the failure; 2 the command line or an input is wrong, or no test can be
made; 3 not decided; 4 a bug in fencepost.

Example:
  fencepost scenario ring.c --program 'ring: push(1) | pop()' > ring-test.c
`;

export const fixHelp = (): string => `Usage: fencepost fix FILE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Finds the cheapest change after which a program is safe, or robust, under all
the models, and prints it as a diff. What is printed was compiled and checked.
Changes are fences, stronger orders of atomic operations and variables that
become atomic (C and C++), mfence (litmus tests of x86), Atomics.load and
Atomics.store (JavaScript). A full fence costs 4, seq_cst 3, an atomic variable
2 or 3, release, acquire and a store-store fence 1.

${optionLines('fix')}

Exit codes: 0 there is nothing to repair, or it is repaired (--write); 1 there
is a change to make, or none that helps; 2 the command line or an input is
wrong; 3 not decided; 4 a bug in fencepost.

Examples:
  fencepost fix queue.c --model tso
  fencepost fix queue.c --model tso,rc11 --write -- -DSIZE=2
  fencepost fix SB.litmus --model pso
`;

export const relaxHelp = (): string => `Usage: fencepost relax FILE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Finds the cheapest orders of atomic operations and fences with which a program
of C or C++ is safe: its checks pass, its waits end and, under rc11, there is no
data race. Says for each order that is left what happens with a weaker one, and
prints the change as a diff. What is printed was compiled and checked. All of
this holds for the program as it is: a test that calls less needs less.

${optionLines('relax')}

Exit codes: 0 nothing can be weaker, or it was weakened (--write); 1 something
can be, or the program fails as it is; 2 the command line or an input is wrong;
3 not decided; 4 a bug in fencepost.

Examples:
  fencepost relax queue.c --model rc11
  fencepost relax lock.c --from seq_cst --write -- -DTHREADS=3
`;

export const recordHelp = (): string => `Usage: fencepost record [OPTION…] -- COMMAND [ARGUMENT…]

Runs a command and records every process of it that was built for it and starts
threads, and every process of Node that starts workers. Threads take turns, so
that the run is sequentially consistent. To build a native program for it, run
its build in the same way: the compilers that it finds then add
-fsanitize=thread and link our runtime, which is C and compiled on this machine.
docs/use/record.md says more.

${optionLines('record')}

Exit codes: that of the command; 2 if the command line is wrong, or the command
cannot be run; 4 a bug in fencepost.

Examples:
  fencepost record -- make
  fencepost record -o run.fpr -- ./program
  fencepost record -o run.fpr -- node program.mjs
`;

export const steerHelp = (): string => `Usage: fencepost steer [RECORDING…] [OPTION…] -- PROGRAM [ARGUMENT…]

Runs a program that was built with 'fencepost record' again and again, while its
stores reach memory as late as TSO or PSO allows, until it fails: a failed
assertion, a crash, an exit code other than 0, a loop that waits for ever. The
command that repeats the failing run is printed. With recordings of the program,
each run tries one of the pairs that 'fencepost monitor' finds there; without,
all is left to chance. docs/use/steer.md says more.

${optionLines('steer')}

Exit codes: 0 no run has failed; 1 one has; 2 the command line is wrong, or the
program fails without store buffers, too; 3 none has failed, but some took too
long; 4 a bug in fencepost.

Examples:
  fencepost steer -- ./program
  fencepost steer run.fpr --model pso --runs 1000 -- ./program 8
`;

export const monitorHelp = (): string => `Usage: fencepost monitor FILE… [OPTION…]

Examines recorded executions and reports which operations could have been the
first to violate SC on a machine with store buffers, and the data races of the
execution. A FILE is a recording of 'fencepost record', or one in JSON:
operations in the order they happened under SC, see docs/use/monitor.md.
Nothing found is no proof: it means that no operation of this execution could
have been the first at its turn. Other executions of the same program, even of
the same operations, may violate SC.

${optionLines('monitor')}

Exit codes: 0 no data race; 1 a data race; 2 the command line or an input is
wrong; 3 no data race, but the time was up; 4 a bug in fencepost. --fail-on says
what else ends with 1. What code without hooks may explain never does.

Example:
  fencepost monitor run.json --model tso
`;

export const clusterHelp = (): string => `Usage: fencepost cluster COMMAND [OPTION…]

Checks programs with many machines that share a PostgreSQL database, which
DATABASE_URL names. Needs Node 22.12 and the package pg; 'init' needs pg-boss,
too. On one machine, 'fencepost check' uses all cores without any of this.

  init            make the tables, or bring them up to date
  submit FILE…    have programs checked; prints the id of the run
  test FILE…      have programs tested with many seeds
  work            explore on this machine for whichever runs are open
  status RUN      how far a run is
  report RUN      what was found, as fencepost check or test prints it
  stop RUN        give no more of a run to anybody
  resume RUN      go on with a run that was stopped, or is incomplete
  history         all runs
  prune RUN…      forget runs

A RUN is the id of a run, or how it begins, or 'last'.

${optionLines('cluster')}

'fencepost cluster submit --help', and so on, says more.

Exit codes: 0 done; 2 the command line, an input or the database is wrong; 4 a
bug in fencepost. 'report', and 'submit --wait': as of fencepost check.

Examples:
  fencepost cluster submit queue.c --model tso
  fencepost cluster report last
`;

export const clusterInitHelp = (): string => `Usage: fencepost cluster init [OPTION…]

Makes the tables in the database, or brings them up to date. --roles also makes
the roles fencepost_submit, fencepost_work and fencepost_read, which nobody can
log in as: make the users of a database members of those that they need.

${optionLines('cluster init')}
`;

export const clusterSubmitHelp =
  (): string => `Usage: fencepost cluster submit FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Compiles programs, sends them to the database, and prints the id of the run.
Machines that run 'fencepost cluster work' explore them, side by side. Options
mean what they do for 'fencepost check'.

${optionLines('cluster submit')}

Exit codes: as of fencepost check with --wait, otherwise 0, or 2 if something is
wrong.
`;

export const clusterTestHelp = (): string => `Usage: fencepost cluster test FILE… --seeds RANGE [OPTION…]
                              [-- COMPILER FLAG OR SOURCE…]

Sends programs to the database, and prints the id of the run. Machines that run
'fencepost cluster work' divide the seeds among themselves, and test with each of
them as 'fencepost test' does. The report is that of 'fencepost test' with the
same seeds: it ends with the least that shows a failure, unless --all or --first
is given.

${optionLines('cluster test')}

Exit codes: as of fencepost test with --wait, otherwise 0, or 2 if something is
wrong.
`;

export const clusterWorkHelp = (): string => `Usage: fencepost cluster work [OPTION…]

Explores on this machine for whichever runs are open, the oldest first, until
Ctrl-C. One process per machine is enough: it uses all cores.

${optionLines('cluster work')}

Exit codes: 0 told to end, or no run is open; 2 the command line or the database
is wrong; 3 with --until-idle, if runs are open that it cannot work on; 4 a bug
in fencepost.
`;

export const clusterReportHelp = (): string => `Usage: fencepost cluster report RUN [OPTION…]

Prints what was found, as fencepost check does, with the same exit codes. If the
run is not over, that is exit code 3. JavaScript of the run is loaded for it, as
it was submitted, and can do what you can do.

${optionLines('cluster report')}
`;

export const clusterPruneHelp = (): string => `Usage: fencepost cluster prune RUN…
       fencepost cluster prune --older-than TIME

Forgets runs with all their data. Those that are running are not forgotten. The
user is the one that has run 'fencepost cluster init'.

${optionLines('cluster prune')}
`;

export const clusterStatusHelp = (): string => `Usage: fencepost cluster status RUN [OPTION…]

Shows executions, jobs, agents, failures and an estimate of what is left. As a
page with --format html, or --report html=FILE; with --watch, a browser that
shows the file follows the run.

${optionLines('cluster status')}
`;
