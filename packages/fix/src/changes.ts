import type { OperationRepair, Repair, VariableAccesses, VariableRepair } from '@fencepost/check';
import type { ChangedFile } from './changed-files.js';
import type { Edit, Editor } from './editor.js';
import type { SourceFiles } from './source-files.js';

/** Returns the files that the repairs change; undefined if a variable cannot be made atomic in the text. */
export function changedFiles(
  repairs: readonly Repair[],
  editor: Editor,
  files: SourceFiles,
  accesses: VariableAccesses,
): readonly ChangedFile[] | undefined {
  const operations = repairs.filter((each): each is OperationRepair => each.change !== 'atomic');
  const variables = repairs.filter((each): each is VariableRepair => each.change === 'atomic');
  const edits = new Map<string, Edit[]>();
  const add = (path: string, own: readonly Edit[]): void => {
    // A file may have more than one name.
    const name = [...edits.keys()].find((each) => files.nameOf(each) === files.nameOf(path)) ?? path;
    const known = edits.get(name) ?? [];
    // Two changes may require the same include.
    edits.set(name, [
      ...known,
      ...own.filter((edit) => edit.end > edit.start || !known.some((each) => isSame(each, edit))),
    ]);
  };
  for (const path of new Set(operations.map(({ site }) => site.file))) {
    const own = operations.filter(({ site }) => site.file === path);
    add(path, editor.edits(files.textOf(path)!, own));
  }
  if (variables.length > 0) {
    const changes = variables.map(({ variable, order }) => ({ variable, order, accesses: accesses.of(variable) }));
    const found = editor.variables?.edits(changes);
    if (found === undefined) return undefined;
    for (const [path, own] of found) add(path, own);
  }
  return [...edits.keys()].toSorted().map((path) => ({ path, text: files.textOf(path)!, edits: edits.get(path)! }));
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text && a.text.includes('#include');
}
