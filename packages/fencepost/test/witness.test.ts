import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport, FailureReport, Report } from '@fencepost/report';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { witnesses } from '../src/formats/witness.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-witness-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = 'void reach_error(void);\n';
const source = join(folder, 'a "b".c');
writeFileSync(source, TEXT);

const at = (line: number) => ({ file: source, line, column: 7 });
const steps = [
  { thread: 0, kind: 'store', site: at(3) },
  { thread: 0, kind: 'load', site: at(3) },
  { thread: 1, kind: 'load', site: at(3) },
  { thread: 0, kind: 'print', site: at(4) },
  { thread: 1, kind: 'load', site: undefined },
  { thread: 1, kind: 'load', site: at(9) },
];

function reportOf(failures: readonly object[], more: Partial<CheckReport> = {}): Report {
  const check = { source, program: 'a', model: 'sc', replay: [], failures, ...more };
  return { version: 1, tool: 'fencepost 1.2.3', checks: [check as unknown as CheckReport] };
}

function failure(kind: FailureReport['kind'], line: number): object {
  return { kind, message: '', site: at(line), counterexample: { story: { steps } } };
}

interface Waypoint {
  readonly type: string;
  readonly action: string;
  readonly constraint?: object;
  readonly location: { readonly file_name: string; readonly line: number };
}

interface Entry {
  readonly entry_type: string;
  readonly metadata: {
    readonly uuid: string;
    readonly creation_time: string;
    readonly producer: object;
    readonly task: object;
  };
  readonly content: readonly { readonly segment: readonly { readonly waypoint: Waypoint }[] }[];
}

/** Fails if a field that the schema of format 2.0 requires is missing, or if there is one that it does not know. */
function validated(text: string): readonly Entry[] {
  const keys = (value: object): string[] => Object.keys(value).toSorted();
  const entries = parse(text) as readonly Entry[];
  for (const { metadata, content, ...rest } of entries) {
    expect(rest).toEqual({ entry_type: 'violation_sequence' });
    expect(keys(metadata)).toEqual(['creation_time', 'format_version', 'producer', 'task', 'uuid']);
    expect(metadata.uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(metadata.creation_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(keys(metadata.producer)).toEqual(['name', 'version']);
    expect(keys(metadata.task)).toEqual(
      ['data_model', 'input_file_hashes', 'input_files', 'language', 'specification'].toSorted(),
    );
    for (const [i, { segment }] of content.entries()) {
      expect(segment).toHaveLength(1);
      const { waypoint } = segment[0]!;
      const isLast = i === content.length - 1;
      expect(waypoint.type).toBe(isLast ? 'target' : 'assumption');
      expect(waypoint.action).toBe('follow');
      expect(waypoint.constraint).toEqual(isLast ? undefined : { value: '1', format: 'c_expression' });
      expect(keys(waypoint.location)).toEqual(['file_name', 'line']);
    }
  }
  return entries;
}

describe('violation witnesses', () => {
  it('have a waypoint for each line that a thread passes, and the target', () => {
    const { content, metadata } = validated(witnesses(reportOf([failure('assertion', 12)])))[0]!;
    expect(content.map(({ segment }) => segment[0]!.waypoint.location.line)).toEqual([3, 3, 9, 12]);
    expect(metadata.producer).toEqual({ name: 'fencepost', version: '1.2.3' });
    expect(metadata.task).toEqual({
      input_files: [source],
      input_file_hashes: { [source]: createHash('sha256').update(TEXT).digest('hex') },
      specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )',
      data_model: 'LP64',
      language: 'C',
    });
  });

  it('name the property and the data model', () => {
    const text = witnesses(reportOf([failure('data race', 9)], { replay: ['--', '-m32'] }));
    expect(validated(text)).toHaveLength(1);
    expect(text).toContain('LTL(G ! data-race)');
    expect(text).toContain('"ILP32"');
    expect(text.match(/line: 9/g)).toHaveLength(1);
  });

  it('are left out where SV-COMP has no property, model or language', () => {
    expect(witnesses(reportOf([failure('deadlock', 9)]))).toBe('[]\n');
    expect(witnesses(reportOf([failure('assertion', 9)], { model: 'tso' }))).toBe('[]\n');
    expect(witnesses(reportOf([failure('assertion', 9)], { source: 'a.ts' }))).toBe('[]\n');
    expect(witnesses(reportOf([failure('assertion', 9)], { source: 'missing.c' }))).toBe('[]\n');
  });
});
