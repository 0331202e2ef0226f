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
 * Returns a location in the sources. Without a site, it is the first line of the checked file, because code scanning
 * refuses results without a line. The same applies to line 0, which compilers assign to generated code.
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
