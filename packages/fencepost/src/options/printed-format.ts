import { usageError } from '../errors.js';
import { FORMATS, printedFormats } from '../formats/formats.js';
import { choose } from '@fencepost/options';
import type { Kind } from '@fencepost/options';

function printed(name: string): string {
  const format = FORMATS.all().find((known) => known.name === name);
  if (format?.onlyToFile === true) {
    const hint = `write it to a file: --report ${name}=fencepost.${format.extension}`;
    throw usageError(`${name.toUpperCase()} cannot be printed`, hint);
  }
  return choose(name, printedFormats(), 'format');
}

/** A format that can be printed. */
export const printedFormat: Kind<string> & { readonly names: () => string[] } = {
  argument: 'FORMAT',
  names: printedFormats,
  toTexts: (name) => [String(name)],
  schema: () => ({ enum: printedFormats() }),
  fromText: ([name]) => printed(name!),
  fromValue: (name) => printed(String(name)),
};
