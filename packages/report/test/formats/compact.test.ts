import { describe, expect, it } from 'vitest';
import { compactReport } from '../../src/formats/compact.js';
import { ODD, REPORTS } from './samples.js';

/** As editors read it, with the default patterns for gcc: names of files have no colons. */
const GCC = /^(?<file>[^:]+):(?<line>[1-9]\d*):(?<column>[1-9]\d*): (?<level>error|warning|note): .+ \[[\w-]+\]$/;

describe('compact', () => {
  it('is nothing if nothing was found', () => {
    expect(compactReport(REPORTS['safe']!)).toBe('');
  });

  it('has a line for each bug, once for all models', () => {
    expect(compactReport(REPORTS['failing']!).split('\n')).toEqual([
      'src/mp.c:9:1: error: check failed: data is there in receiver, under PSO, not under SC [assertion]',
      '',
    ]);
  });

  it.each(Object.keys(REPORTS).filter((name) => name !== 'odd'))('is what editors expect: %s', (name) => {
    const lines = compactReport(REPORTS[name]!).split('\n').slice(0, -1);
    expect(lines.filter((each) => !GCC.test(each))).toEqual([]);
  });

  it('shows accepted SC violations as notes', () => {
    expect(compactReport(REPORTS['benign']!)).toMatch(/: warning: /);
    expect(compactReport(REPORTS['benign']!, { allowRelaxed: true })).toMatch(/: note: /);
  });

  it('prints nothing that steers the terminal', () => {
    const report = {
      ...REPORTS['failing']!,
      errors: [{ source: ODD, program: ODD, code: 'USAGE' as const, message: ODD }],
    };
    expect(compactReport(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
