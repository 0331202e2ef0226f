import { instrument } from '../ir/rewrite/instrument.js';
import type { Instrumented } from '../ir/syntax/tables.js';
import { globalTable, hideEmptyTable } from './global-tables.js';
import type { LibraryModule } from './library.js';
import type { ProgramModules } from './survey.js';
import { numberedAfter } from './tables.js';

/** A module of the program, and the symbol of the table with the addresses of its variables. */
export interface ProgramModule {
  readonly module: Instrumented;
  readonly globalTable: string;
}

/**
 * Instruments the modules of a program. Numbering continues from module to module, so that each number is unique in the
 * program.
 */
export function instrumentAll(
  { compiled, defined, entry, unwinding, numbered: isNumbered }: ProgramModules,
  library: readonly LibraryModule[],
  directory: string,
  isRead: (file: string) => boolean,
): ProgramModule[] {
  const ofLibrary = new Set(library.flatMap(({ facts }) => facts.defined));
  const definedElsewhere = new Set([...ofLibrary, ...defined.flatMap((names) => [...names])]);
  const numbered = new Set(library.at(-1)?.facts.numbered);
  const before = library.map(({ facts }) => facts.tables);
  const modules: Instrumented[] = [];
  return compiled.map(({ file, ir, exceptions, scopes }, index) => {
    const numbering = numberedAfter([...before, ...modules]);
    const module = instrument(ir, {
      ...numbering,
      sourceName: file,
      directory,
      isRead,
      entry: index === entry,
      definedElsewhere,
      ofLibrary,
      ...(isNumbered && { numbered }),
      unwinding,
      exceptions,
      scopes,
    });
    modules.push(module);
    return { module: { ...module, ll: hideEmptyTable(module) }, globalTable: globalTable(numbering) };
  });
}
