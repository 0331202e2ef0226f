import { FencepostError } from '@fencepost/core';
import { numbersFunctions } from '../ir/function-addresses.js';
import { definedFunctions, instrument } from '../ir/instrument.js';
import type { Instrumented } from '../ir/tables.js';
import { endsThreads } from '../ir/unwinding.js';

/** The names of `main`, by target and signature. */
const MAIN = ['main', '__main_argc_argv', '__main_void', '__original_main'];

/**
 * Instruments the modules of a program. Numbering continues from module to module, so that each number is unique in the
 * program. In modules with `exceptions`, threads can end within calls.
 */
export function instrumentAll(
  files: readonly string[],
  irs: readonly string[],
  exceptions: readonly boolean[],
  isRead: (file: string) => boolean,
): Instrumented[] {
  const defined = irs.map((ir) => new Set(definedFunctions(ir)));
  const hasMain = defined.map((names) => MAIN.some((main) => names.has(main)));
  checkMain(
    files.filter((_, index) => hasMain[index]),
    files,
  );
  const definedElsewhere = new Set(defined.flatMap((names) => [...names]));
  const unwinding = exceptions.includes(true) && irs.some(endsThreads);
  const numbered = irs.some(numbersFunctions) ? new Set<string>() : undefined;
  const modules: Instrumented[] = [];
  let labelBase = 0;
  let loopBase = 0;
  let globalBase = 0;
  for (const [index, ir] of irs.entries()) {
    const module = instrument(ir, {
      sourceName: files[index]!,
      directory: process.cwd(),
      isRead,
      labelBase,
      loopBase,
      globalBase,
      entry: hasMain[index]!,
      definedElsewhere,
      ...(numbered && { numbered }),
      unwinding,
      exceptions: exceptions[index]!,
    });
    labelBase += module.labels.length;
    loopBase += module.loops.length;
    globalBase += module.globals.length;
    modules.push(module.globals.length === 0 ? { ...module, ll: hideGlobalTable(module.ll) } : module);
  }
  return modules;
}

function checkMain(withMain: readonly string[], files: readonly string[]): void {
  if (withMain.length === 1) return;
  const hint = 'a program is one file and those given after --: fencepost check main.c -- other.c';
  if (withMain.length === 0) throw new FencepostError('C_LINK', `there is no main in ${files.join(', ')}`, { hint });
  throw new FencepostError('C_LINK', `there is a main in each of ${withMain.join(', ')}`, { hint });
}

/** Tables are named by their first number. Without variables, that is also the first number of the next module. */
function hideGlobalTable(ll: string): string {
  return ll.replaceAll(/^(@__fp_global(?:s|_count)_\d+ =) constant/gm, '$1 internal constant');
}

/** The symbols of the tables with the addresses of each module's variables. */
export function globalTables(modules: readonly Instrumented[]): string[] {
  let base = 0;
  return modules.map(({ globals }) => {
    const name = `__fp_globals_${base}`;
    base += globals.length;
    return name;
  });
}
