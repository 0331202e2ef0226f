import type { Program } from '@fencepost/core';
import { load, program, store } from '@fencepost/core';
import type { SourceLines } from '@fencepost/report';
import { memoryStates, reasonsFor, stepLines, stepText, storyText, tableOf, textReport } from '@fencepost/report';
import { githubAnnotations } from '../../src/formats/github.js';
import { describe, expect, it } from 'vitest';
import { isSameFile, shortNames } from '../../src/values/paths.js';
import { checkOf, execution, failureOf, linesOf, violationOf } from '@fencepost/testing/reports';
import { storeBuffering } from './sample-programs.js';

/** Each thread reads in one file and writes in another. */
function counting(reads: string, writes: string): Program {
  return program('counting', (p) => {
    const x = p.variable('x');
    for (const name of ['a', 'b']) {
      p.thread(name, function* () {
        const before = yield load(x, 'relaxed', { file: reads, line: 2, column: 3 });
        yield store(x, before + 1, 'relaxed', { file: writes, line: 4, column: 3 });
      });
    }
  });
}

const lost = (reads: string, writes: string) => execution(counting(reads, writes), 'sc', 'fp1:1.2.2.1');
const style = { width: 80, colour: false };

describe('lines in another file than the checked one', () => {
  it('have their file in a table, also if it is the only one', () => {
    const { story } = lost('lib/bump.ts', 'lib/bump.ts');
    expect(tableOf(story, 80, 'bump.test.ts')[1]).toBe('bump.ts:2  x → 0');
    expect(tableOf(story, 80, 'lib/bump.ts')[1]).toBe('2  x → 0');
    expect(storyText(story, style, 'bump.test.ts')[1]).toBe('bump.ts:2  x → 0');
  });

  it('have it step by step, too', () => {
    const { story } = lost('lib/bump.ts', 'lib/bump.ts');
    expect(stepText(story, 0, 'bump.test.ts')).toBe('a, bump.ts:2: x → 0');
    const view = { ...style, title: '', story, states: memoryStates(story), taken: 1, ending: [], height: undefined };
    expect(stepLines({ ...view, source: 'bump.test.ts' })[2]).toBe('> a  bump.ts:2  x → 0');
    expect(stepLines({ ...view, source: 'lib/bump.ts' })[2]).toBe('> a  2  x → 0');
  });

  it('have it in sentences, so that no one looks for them in the checked file', () => {
    const shown = execution(storeBuffering(), 'tso', 'fp1:1x2.2.2c.2.1c');
    expect(reasonsFor(shown, 'SB.litmus')!.delays[0]).toContain('the store to x at line 5 was');
    expect(reasonsFor(shown, 'main.c')!.delays[0]).toContain('the store to x at SB.litmus:5 was');
    const check = checkOf({ source: 'main.c', program: 'main.c', model: 'tso', violations: [violationOf(shown)] });
    expect(textReport([check], {}, style).join('\n')).toContain('not robust: P1 read x = 0 at SB.litmus:6 before');
    const annotation = githubAnnotations({ version: 1, tool: 'fencepost', checks: [check] });
    expect(annotation).toContain('not robust under TSO: in P0, the store to x at SB.litmus:5 was delayed');
    expect(annotation).not.toMatch(/\blines? \d/);
  });
});

describe('names of files', () => {
  it('are as short as they can be and still differ', () => {
    expect([...shortNames(['src/a.ts', 'src/b.ts']).values()]).toEqual(['a.ts', 'b.ts']);
    expect([...shortNames(['x/old/ring.ts', 'x/new/ring.ts', 'ring.ts']).values()]).toEqual([
      'old/ring.ts',
      'new/ring.ts',
      'ring.ts',
    ]);
    expect([...shortNames([String.raw`c:\x\a.ts`]).values()]).toEqual(['a.ts']);
    const marks = tableOf(lost('old/ring.ts', 'new/ring.ts').story, 80, 'ring.test.ts').slice(1);
    expect(marks[0]).toBe('old/ring.ts:2  x → 0');
    expect(marks.at(-1)).toBe('new/ring.ts:4  x = 1');
  });

  it.each([
    ['./src/a.c', 'src/a.c', true],
    ['/home/me/a.test.ts', '../a.test.ts', true],
    ['a.test.ts', '/home/me/a.test.ts', true],
    ['lib/a.ts', 'a.ts', false],
    ['/home/me/lib/a.ts', '/home/me/a.ts', false],
    ['/home/me/ba.ts', '../a.ts', false],
  ])('%s and %s: one file? %s', (file, source, same) => {
    expect(isSameFile(file, source)).toBe(same);
  });
});

describe('source frames', () => {
  const bump = ['function bump() {', '  const before = x;', '', '  x = before + 1;', '}'].join('\n');
  const sources: SourceLines = { ...linesOf('bump.ts', bump), ...linesOf('bump.test.ts', 'check(x === 2);', 9) };
  const shown = lost('bump.ts', 'bump.ts');
  const textOf = (kind: 'crash' | 'deadlock'): string => {
    const failures = [failureOf(shown, { kind, message: 'lost', site: { file: 'bump.test.ts', line: 9, column: 1 } })];
    const check = checkOf({ source: 'bump.test.ts', program: 'lost', model: 'sc', failures });
    return textReport([check], sources, style).join('\n');
  };

  it('are one, and underline the failure', () => {
    const text = textOf('crash');
    expect(text).toContain(`
    bump.test.ts
    > 9 │ check(x === 2);
        │ ^~~~~~~~~~~~~~ fails here
`);
    expect(text).not.toContain('    bump.ts\n');
  });

  it('show only where threads wait of a deadlock', () => {
    expect(textOf('deadlock')).not.toContain('    bump.ts\n');
  });
});
