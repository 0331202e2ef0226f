import { printable } from '@fencepost/core';

/** How lines are to look. */
export interface TextStyle {
  /** Columns; only what is to be copied as a whole may be longer. */
  readonly width: number;
  readonly colour: boolean;
  /** Tell every failure and violation in full, not only the first. */
  readonly all?: boolean;
}

/**
 * What a piece of text is. Colours are those of the terminal's own palette of 16, which suits its background; black,
 * white, plain blue and the bright ones that vanish on one background or the other are not used. Nothing is told by
 * colour alone.
 */
export type Tone = 'plain' | 'strong' | 'dim' | 'error' | 'safe' | 'warning' | (typeof HUES)[number];

const HUES = ['cyan', 'magenta', 'blue'] as const;

const CODES: Readonly<Record<Tone, string>> = {
  plain: '',
  strong: '1',
  dim: '2',
  error: '31',
  safe: '32',
  warning: '33',
  cyan: '36',
  magenta: '35',
  blue: '94',
};

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** A line, or a text that will be divided into lines. */
export type Text = readonly (string | Span)[];

export function span(text: string, tone: Tone): Span {
  return { text, tone };
}

/** Neighbouring threads differ. */
export function hueOf(thread: number): Tone {
  return HUES[thread % HUES.length]!;
}

export function spansOf(text: Text): Span[] {
  return text.map((piece) => (typeof piece === 'string' ? { text: piece, tone: 'plain' } : piece));
}

/** The line as it is printed. */
export function render(line: Text, colour: boolean): string {
  const plain = shownText(
    spansOf(line)
      .map(({ text }) => text)
      .join(''),
  ).trimEnd();
  if (!colour) return plain;
  let left = plain.length;
  return merged(spansOf(line))
    .map(({ text, tone }) => {
      const shown = shownText(text).slice(0, left);
      left -= shown.length;
      return tone === 'plain' || shown.trim() === '' ? shown : `\u001b[${CODES[tone]}m${shown}\u001b[0m`;
    })
    .join('');
}

/** Neighbours of one tone, and spaces between such, as one. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  spans.forEach((each, i) => {
    const last = result.at(-1);
    const joins = each.tone === last?.tone || (each.text.trim() === '' && spans[i + 1]?.tone === last?.tone);
    if (last !== undefined && joins) result.splice(-1, 1, span(last.text + each.text, last.tone));
    else result.push(each);
  });
  return result;
}

/** A space at which lines are not broken; printed as any other. */
const NO_BREAK = '\u00a0';

export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK);
}

export function breakable(text: string): string {
  return text.replaceAll(NO_BREAK, ' ');
}

/** As it is printed. */
function shownText(text: string): string {
  return printable(breakable(text));
}
