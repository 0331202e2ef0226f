// Imports this file directly, because the package's main entry loads the parser itself, which needs a file.
import visitorKeys from 'oxc-parser/src-js/generated/visit/keys.js';
import type { Language } from '../host.js';

export type Parser = Pick<Language, 'parseSync' | 'transformSync'>;

let provided: Parser | undefined;

/** Sets the parser, which is created from bytes that the caller has fetched. */
export function provideParser(parser: Parser): void {
  provided = parser;
}

function parser(): Parser {
  if (provided === undefined) throw new Error('no parser was provided');
  return provided;
}

export const language: Language = {
  parseSync: (...given) => parser().parseSync(...given),
  transformSync: (...given) => parser().transformSync(...given),
  visitorKeys,
};
