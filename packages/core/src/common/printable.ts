/** Control characters, separators of lines and what turns the direction of text: they steer a terminal or a log. */
const STEERING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const REPLACEMENT = '\ufffd';

/** A line to print. Names, messages and sources are the program's: what could steer a terminal is replaced. */
export function printable(text: string): string {
  return text.replace(STEERING, REPLACEMENT);
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.replace(STEERING, (character) => (character === '\n' || character === '\t' ? character : REPLACEMENT));
}

/** JSON without such characters. Whoever parses it gets them nevertheless. */
export function printableJson(value: unknown, indent?: number): string {
  // In JSON they can only be inside strings, except for the line feeds of the indentation.
  return JSON.stringify(value, undefined, indent).replace(STEERING, (character) =>
    character === '\n' ? character : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}
