import { FencepostError } from '@fencepost/core';
import { unwinds } from '../ir/exceptions.js';
import { numbersFunctions } from '../ir/function-addresses.js';
import { jumps } from '../ir/jumps.js';
import { isRust, asChecked } from '../ir/rust.js';
import { definedFunctions } from '../ir/instrument.js';

/** A module of the program before it is instrumented. */
export interface Compiled {
  readonly file: string;
  readonly ir: string;
  /** Its calls can be left by unwinding, and it has the destructors to run then. */
  readonly exceptions: boolean;
}

/** The modules of a program, and what they have in common. */
export interface ProgramModules {
  readonly compiled: readonly Compiled[];
  /** The functions that each module defines. */
  readonly defined: readonly ReadonlySet<string>[];
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
  checkMain(
    compiled.filter((_, index) => hasMain(defined[index]!)).map(({ file }) => file),
    compiled,
  );
  const handling = compiled.some(({ exceptions }) => exceptions) && unwinds(irs);
  return { compiled, defined, unwinding: handling || irs.some(jumps), handling, numbered: irs.some(numbersFunctions) };
}

/** Is there a `main` among these functions? */
export function hasMain(defined: ReadonlySet<string>): boolean {
  return MAIN.some((main) => defined.has(main));
}

function checkMain(withMain: readonly string[], all: readonly Compiled[]): void {
  if (withMain.length === 1) return;
  const hint = 'a program is one file and those given after --: fencepost check main.c -- other.c';
  const files = all.map(({ file }) => file).join(', ');
  if (withMain.length === 0) throw new FencepostError('C_LINK', `there is no main in ${files}`, { hint });
  throw new FencepostError('C_LINK', `there is a main in each of ${withMain.join(', ')}`, { hint });
}
