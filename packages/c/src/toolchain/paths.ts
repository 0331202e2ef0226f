/** Returns `.c` for `folder/a.c`; empty if there is no extension. */
export function extensionOf(file: string): string {
  return /[^/\\](\.[^./\\]*)$/.exec(file)?.[1] ?? '';
}

/** Returns `folder` for `folder/a.c`; `.` for `a.c`. */
export function folderOf(file: string): string {
  const [, folder, root] = /^(?:(.*[^/\\])?([/\\]+))?[^/\\]*$/s.exec(file)!;
  return folder ?? root ?? '.';
}

/** Returns `a.c` for `folder/a.c`. */
export function baseName(file: string): string {
  return /[^/\\]*$/.exec(file)![0];
}

const SYSTEM = /^\/(?:usr|opt|nix|Library|Applications)\//;

/** Whether a file belongs to the system, such as a header of its library. */
export function isSystemPath(file: string): boolean {
  return SYSTEM.test(file);
}
