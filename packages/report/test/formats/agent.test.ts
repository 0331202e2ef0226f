import { describe, expect, it } from 'vitest';
import { agentReport } from '../../src/formats/agent.js';
import { narrowDiff } from '../../src/text/narrow-diff.js';
import { EXAMPLES, ODD, REPORTS, checkOf, failureOf, reportOf, violationOf } from './samples.js';

const WORDS = /^(?:failed|undecided|refused|safe within bounds|safe) /;
const verdicts = (text: string): string[] => text.split('\n').filter((line) => WORDS.test(line));

describe('agent', () => {
  it('says nothing about nothing', () => {
    expect(agentReport(REPORTS['empty']!)).toBe('');
  });

  it('has one line for what is safe, and one for what is not covered', () => {
    expect(agentReport(REPORTS['safe']!)).toBe(
      'safe ./src/mp.c under SC and TSO\n' +
        'not covered: models other than SC and TSO; inputs, sizes and numbers of threads other than those of the program\n',
    );
  });

  it('tells a bug once: place, kind, steps, replay', () => {
    const lines = agentReport(REPORTS['failing']!).split('\n');
    expect(lines[0]).toBe(
      'failed src/mp.c:9 assertion: check failed: data is there in receiver, under PSO, not under SC',
    );
    expect(lines.filter((line) => line.startsWith('  sender, line '))).toEqual([
      expect.stringContaining('line 3: data = 1'),
      expect.stringContaining('line 4: flag = 1'),
      ...lines.filter((line) => line.includes('reaches memory')),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}why: /));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}replay: fencepost replay \.\/src\/mp\.c fp1:/));
    expect(verdicts(lines.join('\n'))).toEqual([lines[0], 'safe ./src/mp.c under SC']);
    expect(lines.length).toBeLessThanOrEqual(25);
  });

  it.each(Object.keys(REPORTS))('begins verdicts with their words, and indents everything else: %s', (name) => {
    const lines = agentReport(REPORTS[name]!).split('\n').slice(0, -1);
    const others = lines.filter((line) => !WORDS.test(line) && !line.startsWith('  '));
    expect(others.map((line) => line.slice(0, 12))).toEqual(others.length === 0 ? [] : ['not covered:']);
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it('does not confuse verdicts', () => {
    const scenarios = { checked: 9, count: 9, extent: 'with at most 4 calls on 2 threads' };
    const incomplete = { stoppedBy: 'time' as const, covered: '3 executions', estimate: null };
    const text = agentReport({
      ...reportOf(
        checkOf({ source: 'a.c', program: 'a.c' }),
        checkOf({ source: 'b.c', program: 'ring', scenarios }),
        checkOf({ source: 'c.c', program: 'c.c', verdict: 'unknown', robust: null, incomplete }),
        checkOf({ source: 'd.c', program: 'd.c', model: 'tso', robust: null }),
        checkOf({ source: 'e.c', program: 'e.c', verdict: 'failing', failures: [failureOf()] }),
        checkOf({ source: 'f.c', program: 'f.c', model: 'pso', verdict: 'unknown', robust: false, violations: [violationOf()], incomplete }), // prettier-ignore
      ),
      errors: [
        { source: 'g.c', program: 'g.c', code: 'USAGE', message: 'first\nsecond', hint: 'do this' },
        { source: 'h.c', program: 'h.c', code: 'TIME_LIMIT', message: 'too slow' },
      ],
    });
    expect(verdicts(text).map((line) => line.replace(/[:,].*/, ''))).toEqual([
      'refused g.c USAGE',
      'undecided h.c TIME_LIMIT',
      'safe a.c under SC',
      'safe within bounds b.c',
      'undecided c.c under SC',
      'undecided d.c under TSO',
      'failed src/mp.c',
      'failed src/mp.c',
      'undecided f.c under PSO',
    ]);
    expect(text).toContain('  second\n  hint: do this\n');
    expect(text).toContain('3 executions. To explore more, raise --max-time');
    expect(text).toContain('not covered: scenarios larger than those with at most 4 calls on 2 threads; ');
  });

  it('takes accepted SC violations as safe, and says so', () => {
    expect(verdicts(agentReport(REPORTS['benign']!))).toEqual([expect.stringMatching(/^failed .*sc-violation: /)]);
    expect(verdicts(agentReport(REPORTS['benign']!, { allowRelaxed: true }))).toEqual([
      'safe sb.mjs under TSO and PSO, not robust under TSO and PSO (allowed)',
    ]);
  });

  it('shows a repair as a diff with little context, and the command that applies it', () => {
    const diff = '--- a/x.c\n+++ b/x.c\n@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+D\n e\n f\n g\n';
    const repairs = [
      { source: './src/mp.c', program: 'mp.c', models: ['pso'], goal: 'safe' as const, cost: 1, changes: ['x'], diff, replacements: [] }, // prettier-ignore
    ];
    const text = agentReport({ ...REPORTS['failing']!, repairs });
    expect(text).toContain(
      '  fix (compiled and checked: safe under PSO): fencepost fix ./src/mp.c --model pso --write\n' +
        '  --- a/x.c\n  +++ b/x.c\n  @@ -3,3 +3,3 @@\n   c\n  -d\n  +D\n   e\n  replay: ',
    );
  });

  it('shows many changes without the lines around them, and a bug in at most 23 lines', () => {
    const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
    const hunk = numbers.flatMap((n) => (n % 6 === 0 ? [`-${n}`, `+${n}!`] : [` ${n}`]));
    const diff = ['--- a/./src/mp.c', '+++ b/./src/mp.c', '@@ -1,40 +1,40 @@', ...hunk, ''].join('\n');
    const repairs = [
      { source: './src/mp.c', program: 'mp.c', models: ['pso'], goal: 'safe' as const, cost: 1, changes: ['x'], diff, replacements: [] }, // prettier-ignore
    ];
    const lines = agentReport({ ...REPORTS['failing']!, repairs }).split('\n');
    expect(lines.filter((line) => /^ {2}(?:---|\+\+\+)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('  @@ '))).toEqual([6, 12, 18, 24, 30].map((n) => `  @@ -${n},1 +${n},1 @@`)); // prettier-ignore
    expect(lines).toContain('  … 4 more lines of the diff: fencepost fix without --write shows them');
    expect(lines.findIndex((line) => line.startsWith('  replay: '))).toBeLessThanOrEqual(24);
  });

  it('says once that it is a deadlock, and what to do about it', () => {
    const message = 'deadlock: left waits to lock b, right waits to lock a';
    const failure = failureOf({ kind: 'deadlock', message, underSc: true, counterexample: EXAMPLES.deadlock });
    const text = agentReport(reportOf(checkOf({ verdict: 'failing', failures: [failure] })));
    expect(text).toMatch(/^failed \S+ deadlock: left waits to lock b/);
    expect(text).toMatch(/^ {2}next: .+$/m);
    expect(text.match(/^ {2}(?:next|fix)/gm)).toHaveLength(1);
  });

  it('keeps to one line whatever a program is called', () => {
    const text = agentReport({ ...REPORTS['odd']!, errors: [{ source: ODD, program: ODD, code: 'USAGE', message: ODD }] }); // prettier-ignore
    expect(text.split('\n').filter((line) => line.startsWith('safe'))).toEqual([]);
  });
});

describe('a narrow diff', () => {
  it('splits hunks, and knows headers of files from removed lines', () => {
    const diff = [
      ...['--- a/x', '+++ b/x', '@@ -1,9 +1,8 @@', ' 1', '--- 2', ' 3', ' 4', ' 5', ' 6', '-7', '+seven', ' 8', ' 9'],
      ...['--- a/y', '+++ b/y', '@@ -1 +1,2 @@', '-1', '+one', '+two', '\\ No newline at end of file'],
    ];
    expect(narrowDiff(`${diff.join('\n')}\n`)).toEqual([
      ...['--- a/x', '+++ b/x', '@@ -1,3 +1,2 @@', ' 1', '--- 2', ' 3', '@@ -6,3 +5,3 @@', ' 6', '-7', '+seven', ' 8'],
      ...['--- a/y', '+++ b/y', '@@ -1,1 +1,2 @@', '-1', '+one', '+two', '\\ No newline at end of file'],
    ]);
  });

  it('counts the line before a hunk without context where a file has none of it', () => {
    const diff = ['@@ -1,4 +1,4 @@', ' 1', '+new', ' 2', '-3', ' 4'].join('\n');
    expect(narrowDiff(diff, 0)).toEqual(['@@ -1,0 +2,1 @@', '+new', '@@ -3,1 +3,0 @@', '-3']);
  });
});
