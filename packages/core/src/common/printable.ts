/** Control characters, line separators and direction marks, all of which control a terminal or a log. */
const STEERING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const REPLACEMENT = '\ufffd';

/**
 * Makes a line printable. Names, messages and sources come from the program, so characters that control a terminal are
 * replaced.
 */
export function printable(text: string): string {
  return text.replace(STEERING, REPLACEMENT);
}

/** Makes several lines of text printable. */
export function printableLines(text: string): string {
  return text.replace(STEERING, (character) => (character === '\n' || character === '\t' ? character : REPLACEMENT));
}

/** Formats as JSON with such characters escaped. A parser restores them. */
export function printableJson(value: unknown, indent?: number): string {
  // In JSON these characters occur only inside strings, except for the line feeds of the indentation.
  return JSON.stringify(value, undefined, indent).replace(STEERING, (character) =>
    character === '\n' ? character : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}
