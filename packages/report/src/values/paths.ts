/** Normalises a path: forward slashes, no redundant parts. `./src\a/../b.c` is `src/b.c`. */
export function slashed(path: string): string {
  const parts: string[] = [];
  const normal = path.replaceAll('\\', '/');
  for (const part of normal.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/**
 * Returns whether both paths name the same file. One may be absolute and the other as given: `/src/a.c` and
 * `../src/a.c`.
 */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [slashed(one), slashed(other)];
  if (a === b) return true;
  if (isAbsolute(a) === isAbsolute(b)) return false;
  const [absolute, relative] = isAbsolute(a) ? [a, b] : [b, a];
  return absolute.endsWith(`/${relative.replace(/^(?:\.\.\/)+/, '')}`);
}

function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?\//.test(path);
}

/** For each file, the shortest unique end of its path: `ring.ts`, or `old/ring.ts` and `new/ring.ts`. */
export function shortNames(files: readonly string[]): ReadonlyMap<string, string> {
  const parts = new Map(files.map((file) => [file, file.split(/[\\/]/)]));
  const endOf = (file: string, length: number): string => parts.get(file)!.slice(-length).join('/');
  return new Map(
    files.map((file) => {
      const others = files.filter((each) => each !== file);
      let length = 1;
      while (length < parts.get(file)!.length && others.some((each) => endOf(each, length) === endOf(file, length))) {
        length++;
      }
      return [file, endOf(file, length)];
    }),
  );
}
