import { statSync } from 'node:fs';

/** Whether a folder has this name. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
