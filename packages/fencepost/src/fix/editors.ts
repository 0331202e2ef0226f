import type { ModelName } from '@fencepost/core';
import { isWrittenIn, languageOfSource } from '@fencepost/core';
import type { Editor, SourceFiles } from '@fencepost/fix';
import { CSources, CVariables, LITMUS_EDITOR, cEditor, javascriptEditor, needsVolatile } from '@fencepost/fix';
import { usageError } from '../errors.js';
import type { LoadedProgram } from '../load/loaded-program.js';

/** Returns the editor that applies repairs to the sources of a program. */
export async function editorFor(
  loaded: readonly LoadedProgram[],
  models: readonly ModelName[],
  sourceFiles: SourceFiles,
): Promise<Editor> {
  const { source, program, settings } = loaded[0]!;
  const { standard, assembly } = program;
  if (assembly === true) return LITMUS_EDITOR;
  if (standard === 'C11' && isWrittenIn(source, ['C', 'C++'])) {
    const isCxx = languageOfSource(source) === 'C++';
    const files = [...new Set(loaded.flatMap((each) => each.files ?? [each.source]))];
    const variables = new CVariables(new CSources(files, sourceFiles, isCxx), isCxx, needsVolatile(models));
    return cEditor(models, isCxx, variables);
  }
  // Modules that export programs have no source positions for repairs.
  if (standard === 'ECMA-262' && settings !== undefined) return javascriptEditor(await import('@fencepost/javascript'));
  throw usageError(
    `${source} cannot be repaired: repairs are made in C, C++, checks in JavaScript, and litmus tests of x86`,
    'fencepost check shows what to change for each execution that it finds',
  );
}
