import type { Site } from '@fencepost/core';
import type { ArtifactLocation } from './uri.js';
import { artifactLocation } from './uri.js';

export interface SarifLocation {
  readonly id?: number;
  readonly physicalLocation: {
    readonly artifactLocation: ArtifactLocation;
    readonly region: { readonly startLine: number; readonly startColumn?: number };
  };
  readonly message?: { readonly text: string };
}

/**
 * A place in the sources. Where there is none it is the first line of the checked file, as code scanning refuses a result
 * that has no line; the same for line 0, which compilers give to code that they made themselves.
 */
export function locationAt(site: Site | undefined, source: string, message?: string): SarifLocation {
  const { file, line, column = 0 } = site ?? { file: source, line: 1 };
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(file),
      region: { startLine: Math.max(1, line), ...(column > 0 && { startColumn: column }) },
    },
    ...(message !== undefined && { message: { text: message } }),
  };
}
