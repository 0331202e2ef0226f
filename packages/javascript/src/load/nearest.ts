import { files } from '#host/files';
import { paths } from '#host/paths';

/** The file of this name in the folder of `file` or the closest one above. */
export function nearest(file: string, name: string): string | undefined {
  for (let folder = paths.dirname(file); ; folder = paths.dirname(folder)) {
    const candidate = paths.join(folder, name);
    if (files.exists(candidate)) return candidate;
    if (paths.dirname(folder) === folder) return undefined;
  }
}
