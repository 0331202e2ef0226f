import type { OutputFormat } from './formats/format.js';
import { FORMATS } from './formats/formats.js';
import type { FrontEnd } from './load/front-end.js';
import { FRONT_ENDS } from './load/front-ends.js';

/** Adds a language: from then on, files with its extensions can be checked, tested and replayed. */
export function registerFrontEnd(frontEnd: FrontEnd): void {
  FRONT_ENDS.register(frontEnd);
}

/** Adds a format that reports can be written in. */
export function registerFormat(format: OutputFormat): void {
  FORMATS.register(format);
}
