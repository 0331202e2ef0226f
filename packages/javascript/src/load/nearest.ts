import { files } from '#host/files';
import { paths } from '#host/paths';

/** Returns the file with this name in the folder of `file` or the closest folder above it. */
export function nearest(file: string, name: string): string | undefined {
  for (let folder = paths.dirname(file); ; folder = paths.dirname(folder)) {
    const candidate = paths.join(folder, name);
    if (files.exists(candidate)) return candidate;
    if (paths.dirname(folder) === folder) return undefined;
  }
}
