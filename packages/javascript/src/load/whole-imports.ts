import type { InstrumentedModule } from '../transform/instrumented.js';
import { PREFIX } from '../transform/own-names.js';

/**
 * For each import, whether all of the imported module is a value in this one: `import * as all` and then not only
 * `all.name`. Emitted code has a variable for each imported module, and names like that occur in no source.
 */
export function wholeImports({ code, imports }: InstrumentedModule): readonly boolean[] {
  const wholes = imports.map(() => false);
  const variable = new RegExp(`\\${PREFIX}i(\\d+)(?!\\d|\\.[\\w$]|=\\${PREFIX}m\\.import)`, 'g');
  for (const [, index] of code.matchAll(variable)) wholes[Number(index)] = true;
  return wholes;
}
