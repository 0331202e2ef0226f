import { FencepostError } from '@fencepost/core';
import { unwinds } from '../ir/rewrite/exceptions.js';
import { numbersFunctions } from '../ir/analysis/function-addresses.js';
import { jumps } from '../ir/rewrite/jumps.js';
import { withSimpleLocks } from '../ir/analysis/lock-all.js';
import { isRust, asChecked } from '../ir/analysis/rust.js';
import { definedFunctions } from '../ir/rewrite/instrument.js';
import { TEST_MAIN } from '../ir/syntax/module.js';

/** A module of the program before it is instrumented. */
export interface Compiled {
  readonly file: string;
  readonly ir: string;
  /** Whether its calls can be left by unwinding, and it contains the destructors that unwinding runs. */
  readonly exceptions: boolean;
  /** Whether it marks where the lifetimes of variables and temporaries begin and end. */
  readonly scopes: boolean;
}

/** The modules of a program, and their common properties. */
export interface ProgramModules {
  readonly compiled: readonly Compiled[];
  /** The functions that each module defines. */
  readonly defined: readonly ReadonlySet<string>[];
  /** Index of the module with the function at which the program starts. */
  readonly entry: number;
  /** Whether calls may be left by unwinding. */
  readonly unwinding: boolean;
  /** Whether the program has destructors or handlers that run during unwinding. */
  readonly handling: boolean;
  /** Whether function addresses must be even. */
  readonly numbered: boolean;
}

/** The names of `main`, by target and signature. */
const MAIN = ['main', '__main_argc_argv', '__main_void', '__original_main'];

/** Surveys the modules of a program together. Exactly one of them must have a `main`. */
export function survey(given: readonly Compiled[]): ProgramModules {
  // In Rust, a panic does not unwind: it is a failure.
  const compiled = given.map((each) =>
    isRust(each.ir)
      ? { ...each, ir: asChecked(each.ir), exceptions: false }
      : { ...each, ir: withSimpleLocks(each.ir) },
  );
  const irs = compiled.map(({ ir }) => ir);
  const defined = irs.map((ir) => definedFunctions(ir));
  const entry = entryOf(compiled, defined);
  const handling = compiled.some(({ exceptions }) => exceptions) && unwinds(irs);
  const numbered = irs.some(numbersFunctions);
  return { compiled, defined, entry, unwinding: handling || irs.some(jumps), handling, numbered };
}

/**
 * Returns the module with `main`. If the test framework of the program provides `main`, returns the first module that
 * includes the framework.
 */
function entryOf(compiled: readonly Compiled[], defined: readonly ReadonlySet<string>[]): number {
  const withMain = compiled.filter((_, index) => MAIN.some((main) => defined[index]!.has(main)));
  if (withMain.length === 1) return compiled.indexOf(withMain[0]!);
  const hint = 'list further files of the program after --: fencepost check main.c -- other.c';
  const files = (modules: readonly Compiled[]): string => modules.map(({ file }) => file).join(', ');
  if (withMain.length > 1) {
    throw new FencepostError('C_LINK', `each of these files has a main: ${files(withMain)}`, { hint });
  }
  const tests = defined.findIndex((names) => names.has(TEST_MAIN));
  if (tests < 0) {
    const rest = compiled.map(({ file }) => file).join(' ');
    throw new FencepostError('C_LINK', `there is no main in ${files(compiled)}`, {
      hint: `write a main that calls it from threads, and list further files of the program after --: fencepost check main.c -- ${rest}`,
    });
  }
  return tests;
}
