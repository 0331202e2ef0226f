import { relative, resolve } from 'node:path';
import type { ChangedFile } from '@fencepost/fix';
import { unifiedDiff } from '@fencepost/fix';

/** Returns the changes of the files as a diff that patch and git understand. */
export function diffOf(files: readonly ChangedFile[]): string {
  return files.map(({ path, text, edits }) => unifiedDiff(shownPath(path), text, edits)).join('');
}

/** Returns the path for patch, relative to the current folder or, for files elsewhere, to the root. */
function shownPath(path: string): string {
  const short = relative(process.cwd(), resolve(path));
  return (short.startsWith('..') ? resolve(path) : short).replaceAll('\\', '/').replace(/^\//, '');
}
