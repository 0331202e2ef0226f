import type { RepairReport } from '../values/report.js';
import { artifactLocation } from './uri.js';

/** Returns a repair in a form that viewers can apply. */
export function fixOf({ changes, replacements }: RepairReport): object {
  const files = [...new Set(replacements.map(({ file }) => file))];
  return {
    description: { text: changes.join('; ') },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifactLocation(file),
      replacements: replacements
        .filter((each) => each.file === file)
        .map(({ line, column, endLine, endColumn, text }) => ({
          deletedRegion: { startLine: line, startColumn: column, endLine, endColumn },
          insertedContent: { text },
        })),
    })),
  };
}
