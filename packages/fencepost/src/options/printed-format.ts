import { usageError } from '../errors.js';
import { FORMATS, printedFormats } from '../formats/formats.js';
import { choose } from './choose.js';
import type { Kind } from './kinds.js';

function printed(name: string): string {
  const format = FORMATS.all().find((known) => known.name === name);
  if (format?.onlyToFile === true) {
    const hint = `write it to a file: --report ${name}=fencepost.${format.extension}`;
    throw usageError(`${name.toUpperCase()} is not for printing`, hint);
  }
  return choose(name, printedFormats(), 'format');
}

/** A format that can be printed. */
export const printedFormat: Kind<string> & { readonly names: () => string[] } = {
  argument: 'FORMAT',
  names: printedFormats,
  fromText: ([name]) => printed(name!),
  fromValue: (name) => printed(String(name)),
};
