import { printable } from '@fencepost/core';

/** The style of text output. */
export interface TextStyle {
  /** Width in columns. Only text that is meant to be copied may be longer. */
  readonly width: number;
  readonly colour: boolean;
  /** Show every failure and violation in full, not only the first. */
  readonly all?: boolean;
  /** Prove that SC forbids the executions that it does not have. */
  readonly explain?: boolean;
  /** Show what repairs cost. */
  readonly cost?: boolean;
  /** Show only the verdicts. */
  readonly quiet?: boolean;
}

/**
 * The meaning of a piece of text. Colours are from the terminal's palette of 16, which suits its background. Black,
 * white, plain blue and bright colours that vanish on some backgrounds are not used. Colour never carries information
 * alone.
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

/** A line, or a text to be broken into lines. */
export type Text = readonly (string | Span)[];

export function span(text: string, tone: Tone): Span {
  return { text, tone };
}

/** Returns the colour of a thread. Adjacent threads have different colours. */
export function hueOf(thread: number): Tone {
  return HUES[thread % HUES.length]!;
}

export function spansOf(text: Text): Span[] {
  return text.map((piece) => (typeof piece === 'string' ? { text: piece, tone: 'plain' } : piece));
}

/** Returns the line as printed. */
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

/** Merges adjacent spans of one tone, and spaces between them. */
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

/** A space at which lines are not broken; printed as an ordinary one. */
const NO_BREAK = '\u00a0';

export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK);
}

export function breakable(text: string): string {
  return text.replaceAll(NO_BREAK, ' ');
}

/** The text as printed. */
function shownText(text: string): string {
  return printable(breakable(text));
}
