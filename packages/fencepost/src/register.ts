import type { OutputFormat } from './formats/format.js';
import { FORMATS } from './formats/formats.js';
import { checkedFormat } from './formats/registered-format.js';
import type { FrontEnd } from './load/front-end.js';
import { FRONT_ENDS } from './load/front-ends.js';
import { checkedFrontEnd } from './load/registered-front-end.js';

/** Registers a language: from then on, files with its extensions can be checked, tested and replayed. */
export function registerFrontEnd(frontEnd: FrontEnd): void {
  FRONT_ENDS.register(checkedFrontEnd(frontEnd));
}

/** Registers an output format for reports. */
export function registerFormat(format: OutputFormat): void {
  FORMATS.register(checkedFormat(format));
}
