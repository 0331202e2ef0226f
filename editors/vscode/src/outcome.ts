import type { Check, Refusal, Report, Result, Sarif } from './report.js';

/** A message at a line, from 0 on. */
export interface Message {
  readonly text: string;
  /** Relative to the folder that the command ran in; undefined: no particular place. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** What is to be shown for a check. */
export interface Outcome {
  /** `errored`: it could not be decided, or not even be checked. */
  readonly state: 'passed' | 'failed' | 'errored';
  readonly messages: readonly Message[];
  readonly milliseconds: number;
}

/** What the reports say of a program, or of all programs of a file. */
export function outcomeOf(report: Report, sarif: Sarif | undefined, program: string | undefined): Outcome | undefined {
  const isMeant = (each: { readonly program: string }): boolean => program === undefined || each.program === program;
  const checks = report.checks.filter(isMeant);
  const refusals = (report.errors ?? []).filter(isMeant);
  if (checks.length === 0 && refusals.length === 0) return undefined;
  const milliseconds = checks.reduce((sum, { seconds }) => sum + seconds * 1000, 0);
  const results = (sarif?.runs[0].results ?? []).filter(({ properties }) => isMeant(properties));
  const found = results.filter(({ level }) => level !== 'note').map(messageOf);
  if (found.length > 0) return { state: 'failed', messages: found, milliseconds };
  const undecided = [...refusals.map(refused), ...checks.flatMap(openIn)];
  return { state: undecided.length > 0 ? 'errored' : 'passed', messages: undecided, milliseconds };
}

function messageOf({ message, locations: [{ physicalLocation }] }: Result): Message {
  const { startLine = 1, startColumn = 1 } = physicalLocation.region ?? {};
  return {
    text: message.text,
    file: decodeURIComponent(physicalLocation.artifactLocation.uri),
    line: startLine - 1,
    column: startColumn - 1,
  };
}

function refused({ code, message, hint, site }: Refusal): Message {
  const text = `${message} [${code}]${hint === undefined ? '' : `\nhint: ${hint}`}`;
  return { text, file: site?.file, line: (site?.line ?? 1) - 1, column: (site?.column ?? 1) - 1 };
}

function openIn({ verdict, model, incomplete }: Check): readonly Message[] {
  if (verdict !== 'unknown') return [];
  const why = incomplete?.covered ?? 'the search was inconclusive';
  return [{ text: `undecided under ${model}: ${why}`, file: undefined, line: 0, column: 0 }];
}
