import type { InstrumentedModule } from '../transform/text/instrumented.js';
import { PREFIX } from '../transform/text/own-names.js';

/**
 * Returns for each import whether the whole imported module is used as a value: `import * as all`, and not only
 * `all.name`. Emitted code has a variable for each imported module, with a name that occurs in no source.
 */
export function wholeImports({ code, imports }: InstrumentedModule): readonly boolean[] {
  const wholes = imports.map(() => false);
  const variable = new RegExp(`\\${PREFIX}i(\\d+)(?!\\d|\\.[\\w$]|=\\${PREFIX}m\\.import)`, 'g');
  for (const [, index] of code.matchAll(variable)) wholes[Number(index)] = true;
  return wholes;
}
