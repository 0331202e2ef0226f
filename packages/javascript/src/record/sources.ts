import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatSite, isFencepostError } from '@fencepost/core';
import type { InstrumentedInPlace } from '../transform/in-place.js';
import { MODULE_GLOBAL, NOTE_GLOBAL, instrumentInPlace } from '../transform/in-place.js';

/**
 * Returns whether Node needs help with this file. Some versions strip the types themselves, but the output must still
 * be instrumented.
 */
export function isTypeScript(file: string): boolean {
  return /\.[cm]?ts$/.test(file);
}

type InstrumentedSource = Pick<InstrumentedInPlace, 'text' | 'specifiers'>;

/** `cjs or esm`: CommonJS, unless the text is valid only as an ES module. */
export type SourceKind = 'esm' | 'cjs' | 'cjs or esm';

/** Returns the text that Node runs. */
export function instrumentedText(source: string, file: string, kind: SourceKind): string {
  return instrumentedSource(source, file, kind).text;
}

/**
 * Returns the text that Node runs, and its imports. A module that cannot be instrumented runs unchanged, and a note
 * reports it.
 */
export function instrumentedSource(source: string, file: string, kind: SourceKind): InstrumentedSource {
  // Hooks may be registered twice.
  if (source.includes(`${MODULE_GLOBAL}(`)) return { text: source, specifiers: [] };
  try {
    const { text, mappings, specifiers } = inPlace(source, file, kind);
    const map = isAbsolute(file) ? `\n//# sourceMappingURL=${mapUrl(file, mappings())}` : '';
    return { text: `${text}${map}`, specifiers };
  } catch (error) {
    const note = `${file} is not instrumented (${reasonOf(error)}): its accesses to shared memory are not recorded`;
    return { text: `${source}\n;globalThis.${NOTE_GLOBAL}?.(${JSON.stringify(note)})`, specifiers: [] };
  }
}

function inPlace(source: string, file: string, kind: SourceKind): InstrumentedInPlace {
  if (kind !== 'cjs or esm') return instrumentInPlace(source, file, kind);
  try {
    return instrumentInPlace(source, file, 'cjs');
  } catch (asCommonJs) {
    try {
      return instrumentInPlace(source, file, 'esm');
    } catch {
      throw asCommonJs;
    }
  }
}

/** Returns the URL of a source map, with which Node shows lines and columns of the file. */
function mapUrl(file: string, mappings: string): string {
  const map = { version: 3, sources: [pathToFileURL(file).href], names: [], mappings };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

function reasonOf(error: unknown): string {
  if (!isFencepostError(error) || error.site === undefined) return String(error);
  return `${formatSite(error.site)}: ${error.message}`;
}
