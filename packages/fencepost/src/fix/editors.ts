import { extname } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { hasDataRaces, modelNamed } from '@fencepost/core';
import { usageError } from '../errors.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import { cEditor } from './c-editor.js';
import { CSources } from './c-sources.js';
import { CVariables } from './c-variables.js';
import { textReader } from './changed-files.js';
import type { Editor } from './editor.js';
import { javascriptEditor } from './javascript-editor.js';
import { LITMUS_EDITOR } from './litmus-editor.js';

/** What makes repairs in the sources of a program. */
export async function editorFor(loaded: readonly LoadedProgram[], models: readonly ModelName[]): Promise<Editor> {
  const { source, program, settings } = loaded[0]!;
  const { standard, assembly } = program;
  const extension = extname(source);
  if (assembly === true) return LITMUS_EDITOR;
  if (standard === 'C11' && extension !== '.litmus' && extension !== '.ll') {
    const { languageOf } = await import('@fencepost/c');
    const isCxx = languageOf(source) === 'c++';
    const files = [...new Set(loaded.flatMap((each) => each.files ?? [each.source]))];
    // A variable that is not volatile races only where the language defines races; elsewhere it is not what is wrong.
    const needsVolatile = !models.some((model) => hasDataRaces(modelNamed(model)));
    return cEditor(models, isCxx, new CVariables(new CSources(files, textReader(), isCxx), isCxx, needsVolatile));
  }
  // Modules that export programs have no places for them.
  if (standard === 'ECMA-262' && settings !== undefined) return javascriptEditor();
  throw usageError(
    `${source} cannot be repaired: repairs are made in C, C++, checks in JavaScript, and litmus tests of x86`,
    'fencepost check shows what to change for each execution that it finds',
  );
}
