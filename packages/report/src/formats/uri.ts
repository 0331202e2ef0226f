import { slashed } from '../values/paths.js';

export interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: typeof SOURCE_ROOT;
}

/** Name that code scanning services use for the root of the repository. */
export const SOURCE_ROOT = '%SRCROOT%';

/** Returns a file as a URI: below the root of the sources, unless its path is absolute. */
export function artifactLocation(file: string): ArtifactLocation {
  const path = slashed(file);
  const drive = /^[A-Za-z]:(?=\/)/.exec(path)?.[0];
  if (drive !== undefined) return { uri: `file:///${drive}${encoded(path.slice(drive.length))}` };
  if (path.startsWith('/')) return { uri: `file://${encoded(path)}` };
  return { uri: encoded(path), uriBaseId: SOURCE_ROOT };
}

function encoded(path: string): string {
  // An unpaired surrogate has no encoding.
  const wellFormed = path.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return wellFormed.split('/').map(encodeURIComponent).join('/');
}
