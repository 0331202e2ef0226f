import type { Report } from '@fencepost/report';
import type { Input } from './inputs.js';

/** Words that begin the lines of verdicts (`--format agent`), the one that matters most first. */
const VERDICTS = ['failed', 'refused', 'undecided', 'safe within bounds', 'safe'] as const;

export type Verdict = (typeof VERDICTS)[number] | 'answered';

/** The structured content that every tool returns. */
export interface Answer {
  readonly verdict: Verdict;
  /** Whole text of the answer, of which the client gets the first part. */
  readonly text: string;
  /** Handle of the report. */
  readonly report?: string;
  readonly findings?: readonly string[];
  /** Further content of the tool. */
  readonly more?: Readonly<Record<string, string | number | boolean>>;
}

/** Text and structure together stay below 2,000 tokens, at three characters each. */
const MOST_TEXT = 4400;
const MOST_FINDINGS = 4;
const MOST_FINDING = 240;

export const OUTPUT_SCHEMA = {
  type: 'object' as const,
  properties: {
    verdict: { type: 'string', enum: [...VERDICTS, 'answered'] },
    report: {
      type: 'string',
      description: 'handle for explain, replay and fix, and of the resources fencepost://report/…',
    },
    findings: {
      type: 'array',
      items: { type: 'string' },
      description: 'first lines of bugs: FILE:LINE KIND: sentence',
    },
    next: { type: 'integer', description: 'the text was cut here: explain with this offset returns more' },
    written: { type: 'boolean' },
    diff: { type: 'string' },
    source: { type: 'string', description: 'fix with write: the repaired text' },
  },
  required: ['verdict'],
};

/** A finished call that others may refer to. */
export interface Saved {
  readonly input: Input;
  readonly flags: readonly string[];
  readonly text: string;
  readonly report: Report | undefined;
}

const MOST_SAVED = 100;

/** The answers that clients may ask more about. */
export class Answers {
  private readonly saved = new Map<string, Saved>();
  private count = 0;

  keep(saved: Saved): string {
    const handle = `r${++this.count}`;
    this.saved.set(handle, saved);
    const [oldest] = this.saved.keys();
    if (this.saved.size > MOST_SAVED) this.saved.delete(oldest!);
    return handle;
  }

  get(handle: string): Saved | undefined {
    return this.saved.get(handle);
  }

  handles(): readonly string[] {
    return [...this.saved.keys()];
  }
}

/** The verdict that matters most, by the words at the beginning of lines. */
export function verdictIn(text: string): Verdict {
  return VERDICTS.find((word) => new RegExp(`^${word} `, 'm').test(text)) ?? 'refused';
}

export function findingsIn(text: string): string[] {
  return [...text.matchAll(/^failed (.*)$/gm)].slice(0, MOST_FINDINGS).map(([, line]) => line!.slice(0, MOST_FINDING));
}

/** Returns the result for the protocol: text that fits, and the same as a structure. */
export function resultOf({ verdict, text, report, findings, more = {} }: Answer, offset = 0) {
  const room = MOST_TEXT - String(more['diff'] ?? '').length;
  const end = cutAt(text, offset, Math.max(room, MOST_TEXT / 4));
  const next = end < text.length ? end : undefined;
  const rest =
    next === undefined
      ? ''
      : `\n… ${text.length - next} more characters${report === undefined ? '' : `: explain {"report": "${report}", "offset": ${next}}`}`;
  return {
    content: [{ type: 'text' as const, text: text.slice(offset, end) + rest }],
    structuredContent: {
      verdict,
      ...(report !== undefined && { report }),
      ...(findings !== undefined && findings.length > 0 && { findings }),
      ...(next !== undefined && { next }),
      ...more,
    },
  };
}

/** The end of the last line that fits. */
function cutAt(text: string, offset: number, room: number): number {
  if (text.length <= offset + room) return text.length;
  const line = text.lastIndexOf('\n', offset + room);
  return line > offset ? line + 1 : offset + room;
}
