import type { FailureReport } from '@fencepost/report';
import { firstLine, fullMessage, textReport } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { checkOf, execution, failureOf } from '@fencepost/testing/reports';
import { messagePassing } from './sample-programs.js';

describe('messages of several lines', () => {
  it('have a first line that says there is more', () => {
    expect(firstLine('one')).toBe('one');
    expect(firstLine('\n  one  \r\ntwo\rthree\n')).toBe('one …');
    expect(firstLine('one\n\n')).toBe('one');
    expect(firstLine('')).toBe('');
    expect(firstLine('x'.repeat(3000))).toBe(`${'x'.repeat(2000)}… (3000 characters)`);
  });

  it('are whole where there is room, without empty lines at their ends', () => {
    expect(fullMessage('one')).toEqual([]);
    expect(fullMessage('one\n')).toEqual([]);
    expect(fullMessage('\none\r\n\n  two \n')).toEqual(['one', '', '  two']);
  });
});

describe('a message of several lines on a terminal', () => {
  const message = 'expected\n    a value that does not fit into a line of so few columns\ngot \u001b[31m0';
  const shown = execution(messagePassing('mp.c'), 'sc', 'fp1:1x2.2x2');
  const failure = failureOf(shown, { kind: 'assertion', message }, { underSc: true });
  const lines = (failures: readonly FailureReport[]): string[] =>
    textReport([checkOf({ source: 'mp.c', program: 'mp.c', model: 'sc', failures })], {}, { width: 50, colour: false });

  it('is its first line, and once all of it, indented', () => {
    const printed = lines([failure]);
    const title = printed.indexOf('  SC  check failed: expected …');
    expect(printed.slice(title + 1, title + 6)).toEqual([
      '      expected',
      '          a value that does not fit into a line of',
      '          so few columns',
      '      got \ufffd[31m0',
      '    in 1 of 4 executions',
    ]);
    expect(printed).toContain('    at the end  fails: expected …');
    expect(printed.filter((line) => line.includes('a value'))).toHaveLength(1);
  });

  it('is the first line where a thread fails', () => {
    const { story } = shown;
    const threads = story.threads.map((thread) => ({ ...thread, failure: message }));
    const printed = lines([{ ...failure, counterexample: { ...shown, story: { ...story, threads } } }]);
    expect(printed.filter((line) => line.endsWith(' fails: expected …'))).toHaveLength(2);
  });
});

describe('earlier reports', () => {
  it('is reported once, also if another execution that fails at the line has another message', () => {
    const checks = (['sc', 'tso'] as const).map((model) => {
      const shown = execution(messagePassing('mp.c'), model, model === 'sc' ? 'fp1:1x2.2x2' : 'fp1:1.1c.1.1c.2x2');
      const message = `seen under ${model}`;
      const failures = [
        failureOf(shown, { kind: 'crash', message, site: { file: 'mp.c', line: 9 } }, { underSc: true }),
      ];
      return checkOf({ source: 'mp.c', program: 'mp.c', model, failures });
    });
    const text = textReport(checks, {}, { width: 100, colour: false }).join('\n');
    expect(text).toContain('SC, TSO  crash: seen under sc');
    expect(text).not.toContain('seen under tso');
  });
});
