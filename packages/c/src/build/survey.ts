import { FencepostError } from '@fencepost/core';
import { unwinds } from '../ir/rewrite/exceptions.js';
import { numbersFunctions } from '../ir/analysis/function-addresses.js';
import { jumps } from '../ir/rewrite/jumps.js';
import { isRust, asChecked } from '../ir/analysis/rust.js';
import { definedFunctions } from '../ir/rewrite/instrument.js';
import { TEST_MAIN } from '../ir/syntax/module.js';

/** A module of the program before it is instrumented. */
export interface Compiled {
  readonly file: string;
  readonly ir: string;
  /** Its calls can be left by unwinding, and it has the destructors to run then. */
  readonly exceptions: boolean;
  /** It says where variables and temporaries begin and end to live. */
  readonly scopes: boolean;
}

/** The modules of a program, and what they have in common. */
export interface ProgramModules {
  readonly compiled: readonly Compiled[];
  /** The functions that each module defines. */
  readonly defined: readonly ReadonlySet<string>[];
  /** Which of them has the function at which the program starts. */
  readonly entry: number;
  /** Calls may be left by unwinding. */
  readonly unwinding: boolean;
  /** Something is done when they are: destructors, handlers. */
  readonly handling: boolean;
  /** Function addresses must be even. */
  readonly numbered: boolean;
}

/** The names of `main`, by target and signature. */
const MAIN = ['main', '__main_argc_argv', '__main_void', '__original_main'];

/** Looks at the modules of a program as a whole. Exactly one must have a `main`. */
export function survey(given: readonly Compiled[]): ProgramModules {
  // In Rust no panic unwinds: it is a failure.
  const compiled = given.map((each) =>
    isRust(each.ir) ? { ...each, ir: asChecked(each.ir), exceptions: false } : each,
  );
  const irs = compiled.map(({ ir }) => ir);
  const defined = irs.map((ir) => definedFunctions(ir));
  const entry = entryOf(compiled, defined);
  const handling = compiled.some(({ exceptions }) => exceptions) && unwinds(irs);
  const numbered = irs.some(numbersFunctions);
  return { compiled, defined, entry, unwinding: handling || irs.some(jumps), handling, numbered };
}

/** The module with `main` or, of a program whose test framework brings one along, the first that includes it. */
function entryOf(compiled: readonly Compiled[], defined: readonly ReadonlySet<string>[]): number {
  const withMain = compiled.filter((_, index) => MAIN.some((main) => defined[index]!.has(main)));
  if (withMain.length === 1) return compiled.indexOf(withMain[0]!);
  const hint = 'a program is one file and those given after --: fencepost check main.c -- other.c';
  const files = (modules: readonly Compiled[]): string => modules.map(({ file }) => file).join(', ');
  if (withMain.length > 1) {
    throw new FencepostError('C_LINK', `there is a main in each of ${files(withMain)}`, { hint });
  }
  const tests = defined.findIndex((names) => names.has(TEST_MAIN));
  if (tests < 0) throw new FencepostError('C_LINK', `there is no main in ${files(compiled)}`, { hint });
  return tests;
}
