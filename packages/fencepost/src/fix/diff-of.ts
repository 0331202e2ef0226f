import { relative, resolve } from 'node:path';
import type { ChangedFile } from '@fencepost/fix';
import { unifiedDiff } from '@fencepost/fix';

/** What is changed in the files, in the form that patch and git understand. */
export function diffOf(files: readonly ChangedFile[]): string {
  return files.map(({ path, text, edits }) => unifiedDiff(shownPath(path), text, edits)).join('');
}

/** As patch takes it, from the current folder or, for files elsewhere, from the root. */
function shownPath(path: string): string {
  const short = relative(process.cwd(), resolve(path));
  return (short.startsWith('..') ? resolve(path) : short).replaceAll('\\', '/').replace(/^\//, '');
}
