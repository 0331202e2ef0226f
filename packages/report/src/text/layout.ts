import type { Span, Text, Tone } from './style.js';
import { spansOf } from './style.js';

/** Combining marks, joiners and variation selectors. */
const WITHOUT_WIDTH = /^[\p{M}\u200b-\u200d\ufe00-\ufe0f]$/u;
/** Emoji, and the blocks of East Asian characters that take two columns. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])$/u;

function characterWidth(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  return WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

/** Returns the approximate number of columns that a text takes on a terminal. */
export function displayWidth(text: Text | string): number {
  if (typeof text !== 'string') return spansOf(text).reduce((sum, each) => sum + displayWidth(each.text), 0);
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

export function widest(texts: readonly (Text | string)[]): number {
  return texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
}

export function padEnd(text: Text, width: number): Text {
  return [...text, ' '.repeat(Math.max(0, width - displayWidth(text)))];
}

/** Returns as much of the text as fits, with `…` if some is left out. */
export function cut(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${head(text, Math.max(0, width - 1))}…`;
}

function head(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    taken += character;
  }
  return taken;
}

/** The text between two spaces, and the number of spaces before it. */
interface Word {
  readonly gap: number;
  readonly spans: Span[];
}

/** Lines of at most `width` columns, broken at spaces. A word longer than a line is broken anywhere. */
export function wrap(text: Text, width: number): Text[] {
  const lines = new Lines(width);
  for (const word of wordsOf(text)) lines.add(word);
  return lines.end();
}

class Lines {
  private readonly width: number;
  private readonly full: Span[][] = [];
  private line: Span[] = [];
  private used = 0;

  constructor(width: number) {
    this.width = width;
  }

  add({ gap, spans }: Word): void {
    if (this.used + gap + displayWidth(spans) > this.width) this.breakLine();
    if (this.used > 0) this.append(' '.repeat(gap), 'plain');
    for (const { text, tone } of spans) this.appendInParts(text, tone);
  }

  end(): Text[] {
    return [...this.full, this.line];
  }

  private appendInParts(text: string, tone: Tone): void {
    let rest = text;
    while (displayWidth(rest) > this.width - this.used) {
      // An empty line takes at least one character, even if that is too wide.
      const least = this.used > 0 ? '' : String.fromCodePoint(rest.codePointAt(0)!);
      const part = head(rest, this.width - this.used) || least;
      this.append(part, tone);
      this.breakLine();
      rest = rest.slice(part.length);
    }
    this.append(rest, tone);
  }

  private append(text: string, tone: Tone): void {
    if (text === '') return;
    this.line.push({ text, tone });
    this.used += displayWidth(text);
  }

  private breakLine(): void {
    if (this.used === 0) return;
    this.full.push(this.line);
    this.line = [];
    this.used = 0;
  }
}

function wordsOf(text: Text): Word[] {
  const words: Word[] = [{ gap: 0, spans: [] }];
  for (const { text: part, tone } of spansOf(text)) {
    for (const [match, spaces, word] of part.matchAll(/( *)([^ ]*)/g)) {
      if (match === '') continue;
      if (spaces !== '') words.push({ gap: spaces!.length, spans: [] });
      if (word !== '') words.at(-1)!.spans.push({ text: word!, tone });
    }
  }
  return words;
}

export function indent(lines: readonly Text[], columns: number): Text[] {
  return lines.map((line) => (line.length === 0 ? line : [' '.repeat(columns), ...line]));
}

/** Returns a paragraph whose first line starts with `lead`; further lines are indented by its width. */
export function hanging(lead: Text, text: Text, width: number): Text[] {
  const columns = displayWidth(lead);
  const [first = [], ...more] = wrap(text, Math.max(1, width - columns));
  return [[...lead, ...first], ...indent(more, columns)];
}

/** Wraps a line that may start with spaces, as in messages. Further lines have the same indentation. */
export function wrapIndented(line: string, tone: Tone, width: number): Text[] {
  const text = line.trimStart();
  const columns = Math.min(line.length - text.length, Math.floor(width / 2));
  return hanging([' '.repeat(columns)], [{ text, tone }], width);
}
