import type { Site } from '@fencepost/core';
import type { Place, VisibleCode } from '@fencepost/wasm';
import type { Sites } from '../world/sites.js';

/** The number of the first site of code: those of its accesses, and then of its loops. */
export function sitesOf(sites: Sites, code: VisibleCode): number {
  return sites.addCode(code, () => [...code.accesses.map(({ place }) => place), ...code.loops].map(siteOf));
}

function siteOf(place: Place): Site {
  return { file: `wasm-function[${place.function}]`, line: place.offset };
}
