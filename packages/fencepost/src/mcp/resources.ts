import type { Answers } from './answers.js';
import { page, pages } from './reference.js';

const REFERENCE = 'fencepost://reference/';
const REPORT = 'fencepost://report/';

interface Described {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** The pages of the reference, and the reports so far: as JSON where a check made it, otherwise the whole text. */
export function resources(answers: Answers): Described[] {
  return [
    ...pages().map((name) => ({ uri: `${REFERENCE}${name}`, name, mimeType: 'text/markdown' })),
    ...answers.handles().map((handle) => ({
      ...{ uri: `${REPORT}${handle}`, name: `report ${handle}` },
      mimeType: answers.get(handle)?.report === undefined ? 'text/plain' : 'application/json',
    })),
  ];
}

export function resourceNamed(uri: string, answers: Answers): { mimeType: string; text: string } | undefined {
  if (uri.startsWith(REFERENCE)) {
    const text = page(uri.slice(REFERENCE.length));
    return text === undefined ? undefined : { mimeType: 'text/markdown', text };
  }
  const saved = uri.startsWith(REPORT) ? answers.get(uri.slice(REPORT.length)) : undefined;
  if (saved === undefined) return undefined;
  return saved.report === undefined
    ? { mimeType: 'text/plain', text: saved.text }
    : { mimeType: 'application/json', text: JSON.stringify(saved.report) };
}
