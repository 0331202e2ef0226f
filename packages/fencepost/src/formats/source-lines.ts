import type { Site } from '@fencepost/core';
import type { CheckReport, Counterexample, SourceLines } from '@fencepost/report';
import { textIfReadable } from '../files/files.js';

/** The findings of a check. */
type Findings = Pick<CheckReport, 'failures'> & Partial<Pick<CheckReport, 'violations'>>;

/** Number of lines shown before and after each line mentioned. */
const NEIGHBOURS = 2;

/** The text of a file that a report may quote; undefined: it is not quoted. */
export type Quotable = (file: string) => string | undefined;

/** The lines that reports mention, and their neighbours. A file that cannot be read is left out: nothing depends on it. */
export function sourceLines(checks: readonly Findings[], textOf: Quotable = textIfReadable): SourceLines {
  return linesAround(checks.flatMap(sitesOf), textOf);
}

/** The same for one execution. */
export function linesOfExecution(counterexample: Counterexample): SourceLines {
  return linesAround(sitesIn(counterexample), textIfReadable);
}

function linesAround(sites: readonly Site[], textOf: Quotable): SourceLines {
  const mentioned = new Map<string, Set<number>>();
  for (const site of sites) {
    const lines = mentioned.get(site.file) ?? new Set();
    mentioned.set(site.file, lines);
    for (let line = site.line - NEIGHBOURS; line <= site.line + NEIGHBOURS; line++) lines.add(line);
  }
  return Object.fromEntries([...mentioned].map(([file, lines]) => [file, linesOf(textOf(file), lines)]));
}

function linesOf(text: string | undefined, wanted: ReadonlySet<number>): Record<number, string> {
  if (text === undefined) return {};
  const lines = text.split(/\r?\n/);
  return Object.fromEntries(
    [...wanted].flatMap((line) => (line >= 1 && line <= lines.length ? [[line, lines[line - 1]!] as const] : [])),
  );
}

function sitesOf({ failures, violations = [] }: Findings): Site[] {
  return [
    ...failures.flatMap(({ site, counterexample }) => [
      ...(site === undefined ? [] : [site]),
      ...(counterexample === null ? [] : sitesIn(counterexample)),
    ]),
    ...violations.flatMap(({ counterexample }) => sitesIn(counterexample)),
  ];
}

function sitesIn({ story: { steps, threads } }: Counterexample): Site[] {
  const sites = [
    ...steps.map(({ site }) => site),
    ...threads.flatMap(({ failureSite, waitsAt }) => [failureSite, waitsAt]),
  ];
  return sites.filter((site) => site !== undefined);
}
