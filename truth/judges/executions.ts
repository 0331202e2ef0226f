import { basename } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { ProgramCheck } from '@fencepost/check';
import type { GivenModel } from '@fencepost/core';
import type { FailureReport } from 'fencepost';
import type { Answer } from '../answer.js';
import { undecided } from '../answer.js';
import { countReadsFrom } from './reads-from.js';
import type { RustProgram } from './rust.js';
import { withRust } from './rust.js';
import { checkWithin, secondsLeft } from './within.js';

/**
 * How many executions does the program have, and does one of them fail? The answers are `safe N` and `fails N`; without
 * `counts`, `safe` and `fails`.
 */
export interface ExecutionsQuestion {
  readonly kind: 'executions';
  /** Files in C, C++ or LLVM IR. */
  readonly files: readonly string[];
  /** A program in Rust in place of the files. */
  readonly rust?: RustProgram;
  readonly flags: readonly string[];
  readonly model: GivenModel;
  /** What the number counts: executions, or classes of them in which each load reads from the same store. */
  readonly counts?: 'executions' | 'reads-from';
  /** Whether data races are failures under this model, too. Default: only if the model says so. */
  readonly races?: boolean;
  /** Whether an execution in which threads wait forever counts neither as a failure nor as an execution. */
  readonly ignoresStuck?: boolean;
  /** The only kind of failure that counts. Default: every kind. */
  readonly only?: 'deadlock';
}

/** Accepts calls of functions without a declaration, as in C before 1999. */
const OLD_C = ['-w', '-Wno-implicit-function-declaration'];

/** Explores all executions of the program; without `counts`, until the first failure if that is of the right kind. */
export async function countExecutions(question: ExecutionsQuestion, seconds: number, cpu = false): Promise<Answer> {
  const { rust, ...rest } = question;
  if (rust !== undefined) return withRust(rust, (file) => countExecutions({ ...rest, files: [file] }, seconds, cpu));
  const { files, flags, model, counts, races = false, ignoresStuck = false, only } = question;
  const built = await build({ files, flags: [...OLD_C, ...flags] });
  const program = compiledProgram(basename(files[0]!), built, DEFAULT_BOUNDS);
  const left = secondsLeft(seconds, cpu);
  const search = (all: boolean): ProgramCheck => {
    const symmetry = counts === undefined ? {} : ({ symmetry: 'off' } as const);
    return checkWithin(program, { models: [model], all, races, ...symmetry }, left)[0]!;
  };
  const isOurs = ({ kind }: FailureReport): boolean =>
    !(ignoresStuck && kind === 'deadlock') && (only === undefined || kind === only);
  // A verdict needs one failure of the right kind, which is most often the first one.
  const first = counts === undefined ? search(false) : undefined;
  const isEnough = first !== undefined && (first.failures.length === 0 || first.failures.some(isOurs));
  const { failures, incomplete, executions, blocked } = isEnough ? first : search(true);
  const failure = failures.find(isOurs);
  if (failure === undefined && incomplete !== null) return undecided(incomplete.covered);
  const verdict = failure === undefined ? 'safe' : 'fails';
  if (counts === undefined) return { answer: verdict, detail: failure?.message ?? '' };
  if (incomplete !== null) return undecided(`${verdict}; ${incomplete.covered}`);
  const stuck = ignoresStuck ? failures.filter(({ kind }) => kind === 'deadlock') : [];
  const stuckExecutions = stuck.reduce((sum, each) => sum + each.executions, 0);
  const count = counts === 'executions' ? executions - stuckExecutions : countReadsFrom(program, model);
  return { answer: `${verdict} ${count}`, detail: failure?.message ?? '', blocked: blocked + stuckExecutions };
}
