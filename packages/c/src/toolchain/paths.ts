/** `.c` of `folder/a.c`; empty if there is none. */
export function extensionOf(file: string): string {
  return /[^/\\](\.[^./\\]*)$/.exec(file)?.[1] ?? '';
}

/** `folder` of `folder/a.c`; `.` of `a.c`. */
export function folderOf(file: string): string {
  const [, folder, root] = /^(?:(.*[^/\\])?([/\\]+))?[^/\\]*$/s.exec(file)!;
  return folder ?? root ?? '.';
}

/** `a.c` of `folder/a.c`. */
export function baseName(file: string): string {
  return /[^/\\]*$/.exec(file)![0];
}
