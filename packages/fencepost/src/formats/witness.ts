import { readFileSync } from 'node:fs';
import type { Failure, Site } from '@fencepost/core';
import { REFERENCE_MODEL, isWrittenIn } from '@fencepost/core';
import type { CheckReport, FailureReport, Report, StoryStep } from '@fencepost/report';
import { randomUuid, sha256 } from '../files/hashes.js';

/** Properties of SV-COMP. Other failures have none. */
const SPECIFICATIONS: Partial<Readonly<Record<Failure['kind'], string>>> = {
  assertion: 'G ! call(reach_error())',
  'data race': 'G ! data-race',
  'invalid access': 'G valid-deref',
};

/** Steps that no statement of the thread performs at that moment. */
const SILENT: ReadonlySet<StoryStep['kind']> = new Set(['commit', 'print', 'free']);

/**
 * Returns violation witnesses in format 2.0 of SV-COMP (https://gitlab.com/sosy-lab/benchmarking/sv-witnesses), one for
 * each failure of a C program under SC: the other models mean nothing to validators. YAML is a superset of JSON, so
 * texts are written as in JSON.
 */
export function witnesses({ tool, checks }: Report, now = new Date()): string {
  const [name = tool, version = ''] = tool.split(' ');
  const producer = [`name: ${quoted(name)}`, `version: ${quoted(version)}`];
  const entries = checks
    .filter(({ model, source }) => model === REFERENCE_MODEL && isWrittenIn(source, ['C']))
    .flatMap((check) => check.failures.flatMap((failure) => entryOf(check, failure, producer, now)));
  return entries.length === 0 ? '[]\n' : `${entries.join('\n')}\n`;
}

function entryOf(check: CheckReport, failure: FailureReport, producer: readonly string[], now: Date): string[] {
  const property = SPECIFICATIONS[failure.kind];
  const target = failure.site;
  const hash = hashOf(check.source);
  if (property === undefined || target === undefined || hash === undefined) return [];
  const file = quoted(check.source);
  return [
    '- entry_type: "violation_sequence"',
    '  metadata:',
    '    format_version: "2.0"',
    `    uuid: ${quoted(randomUuid())}`,
    `    creation_time: ${quoted(now.toISOString().replace(/\.\d+/, ''))}`,
    '    producer:',
    ...producer.map((line) => `      ${line}`),
    '    task:',
    '      input_files:',
    `      - ${file}`,
    '      input_file_hashes:',
    `        ${file}: ${quoted(hash)}`,
    `      specification: ${quoted(`CHECK( init(main()), LTL(${property}) )`)}`,
    `      data_model: ${quoted(check.replay.includes('-m32') ? 'ILP32' : 'LP64')}`,
    '      language: "C"',
    '  content:',
    ...passed(failure, target).flatMap((site) => segment('assumption', site)),
    ...segment('target', target),
  ];
}

/** Returns where the threads are one after the other, before the target. */
function passed({ counterexample }: FailureReport, target: Site): readonly Site[] {
  const steps = (counterexample?.story.steps ?? []).filter(({ kind, site }) => !SILENT.has(kind) && site !== undefined);
  const places = steps.filter(({ thread, site }, i) => i === 0 || steps[i - 1]!.thread !== thread || !isSameLine(site!, steps[i - 1]!.site!)); // prettier-ignore
  const sites = places.map(({ site }) => site!).filter(({ line }) => line > 0);
  const last = sites.at(-1);
  return last !== undefined && isSameLine(last, target) ? sites.slice(0, -1) : sites;
}

function isSameLine(a: Site, b: Site): boolean {
  return a.file === b.file && a.line === b.line;
}

/** Without a column, the location is the first suitable one of the line: accesses need not begin a statement. */
function segment(type: 'assumption' | 'target', { file, line }: Site): string[] {
  return [
    '  - segment:',
    '    - waypoint:',
    `        type: "${type}"`,
    '        action: "follow"',
    ...(type === 'target' ? [] : ['        constraint:', '          value: "1"', '          format: "c_expression"']),
    '        location:',
    `          file_name: ${quoted(file)}`,
    `          line: ${Math.max(1, line)}`,
  ];
}

function hashOf(file: string): string | undefined {
  try {
    return sha256(readFileSync(file));
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
