import { extname } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { usageError } from '../errors.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import { cEditor } from './c-editor.js';
import type { Editor } from './editor.js';
import { javascriptEditor } from './javascript-editor.js';
import { LITMUS_EDITOR } from './litmus-editor.js';

/** What makes repairs in the sources of a program. */
export async function editorFor(
  { source, program, settings }: LoadedProgram,
  models: readonly ModelName[],
): Promise<Editor> {
  const { standard, assembly } = program;
  const extension = extname(source);
  if (assembly === true) return LITMUS_EDITOR;
  if (standard === 'C11' && extension !== '.litmus' && extension !== '.ll') {
    const { languageOf } = await import('@fencepost/c');
    return cEditor(models, languageOf(source) === 'c++');
  }
  // Modules that export programs have no places for them.
  if (standard === 'ECMA-262' && settings !== undefined) return javascriptEditor();
  throw usageError(
    `${source} cannot be repaired: repairs are made in C, C++, checks in JavaScript, and litmus tests of x86`,
    'fencepost check shows what to change for each execution that it finds',
  );
}
