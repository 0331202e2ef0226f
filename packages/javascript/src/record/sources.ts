import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatSite, isFencepostError } from '@fencepost/core';
import { MODULE_GLOBAL, NOTE_GLOBAL, instrumentInPlace } from '../transform/in-place.js';

/** Does Node need help with this file? Not with its types, if it knows them, but with what it strips them to. */
export function isTypeScript(file: string): boolean {
  return /\.[cm]?ts$/.test(file);
}

/** The text that Node runs. What cannot be instrumented runs as it is, and is noted. */
export function instrumentedText(source: string, file: string, kind: 'esm' | 'cjs'): string {
  // Hooks may be registered twice.
  if (source.includes(`${MODULE_GLOBAL}(`)) return source;
  try {
    const { text, mappings } = instrumentInPlace(source, file, kind);
    return isAbsolute(file) ? `${text}\n//# sourceMappingURL=${mapUrl(file, mappings())}` : text;
  } catch (error) {
    const note = `${file} is not instrumented (${reasonOf(error)}): what it does to shared memory is not recorded`;
    return `${source}\n;globalThis.${NOTE_GLOBAL}?.(${JSON.stringify(note)})`;
  }
}

/** With it, Node shows lines and columns as they are in the file. */
function mapUrl(file: string, mappings: string): string {
  const map = { version: 3, sources: [pathToFileURL(file).href], names: [], mappings };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

function reasonOf(error: unknown): string {
  if (!isFencepostError(error) || error.site === undefined) return String(error);
  return `${formatSite(error.site)}: ${error.message}`;
}
