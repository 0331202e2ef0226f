import { extname } from 'node:path';
import { Registry } from '@fencepost/core';
import { C } from './c.js';
import type { FrontEnd } from './front-end.js';
import { JAVASCRIPT } from './javascript.js';
import { LITMUS } from './litmus.js';

/** The supported languages. */
export const FRONT_ENDS = new Registry<FrontEnd>('front end', [C, JAVASCRIPT, LITMUS]);

/** Returns the front end for a file, by its extension; undefined if there is none. */
export function frontEndOf(file: string): FrontEnd | undefined {
  const extension = extname(file);
  return FRONT_ENDS.all().find(({ extensions }) => extensions.includes(extension));
}

/** Returns all extensions, for messages: `.c, .ts or .litmus`. */
export function extensionsInWords(): string {
  const all = FRONT_ENDS.all().flatMap(({ extensions }) => extensions);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)!}`;
}
