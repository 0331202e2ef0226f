import type { ErrorCode, FencepostError } from '@fencepost/core';
import { errorFrame } from '@fencepost/report';
import { errorText } from '../../errors.js';
import { textIfReadable } from '../../files/files.js';
import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Io } from './io.js';
import { linker, supportsLinks } from './links.js';

/** Errors in the text of a file. For others, the place is where something begins that is refused as a whole. */
const IN_TEXT: readonly ErrorCode[] = ['JS_SYNTAX', 'LITMUS_SYNTAX', 'USAGE'];

/** Returns the message of an error and, if it is in the text of a file, the line there. */
export function shownError(error: FencepostError, io: Pick<Io, 'columns' | 'errIsTerminal' | 'environment'>): string {
  const { code, site } = error;
  const text = errorText(error);
  if (site === undefined) return text;
  const source = site.column !== undefined && IN_TEXT.includes(code) ? textIfReadable(site.file) : undefined;
  const frame = source === undefined ? [] : errorFrame(site, source, io.columns ?? DEFAULT_WIDTH);
  const shown = text + frame.map((line) => `${line}\n`).join('');
  return supportsLinks(io.environment, io.errIsTerminal) ? linker([site.file])(shown) : shown;
}
