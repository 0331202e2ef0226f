import { describe, expect, it } from 'vitest';
import { instrument } from '../../src/ir/rewrite/instrument.js';
import { CLANG, compileBack, x86 } from './fixtures.js';

/** What is handed over at the heads of the loops of a module. */
function carried(...lines: string[]): readonly string[] {
  const { ll } = instrument(x86(...lines, 'declare i32 @usleep(i32)'));
  if (CLANG !== undefined) compileBack(ll);
  return [...ll.matchAll(/call void @__fpx_carried(?:4|8|_memory)\((.*)\)/g)].map(([, values]) => values!);
}

/** A loop over `%n`, a phi of this type, that reads something and is left when that is not zero. */
function counting(type: string, zero: string, step: string, ...rest: string[]): string[] {
  return [
    `define i32 @f(${type} %one) {`,
    'entry:',
    '  br label %head',
    'head:',
    `  %n = phi ${type} [ ${zero}, %entry ], [ %m, %next ]`,
    '  %v = load atomic i32, ptr @x seq_cst, align 4',
    '  %c = icmp eq i32 %v, 0',
    '  br i1 %c, label %next, label %out',
    'next:',
    `  %m = ${step}`,
    ...rest,
    '  br label %head',
    'out:',
    '  ret i32 0',
    '}',
  ];
}

const FULL = ['br i1 %full, label %out, label %more', 'more:'];

describe('a loop-carried value', () => {
  it('matters only if something depends on it', () => {
    expect(carried(...counting('i32', '0', 'add i32 %n, 1'))).toEqual([]);
    const used = counting('i32', '0', 'add i32 %n, 1', '%full = icmp eq i32 %m, 3', ...FULL);
    expect(carried(...used.map((line) => line.replace('%next ]', '%more ]')))).toEqual(['i32 %n']);
  });

  it('matters if it only chooses the value of a phi', () => {
    const lines = counting('i32', '0', 'add i32 %n, 1').flatMap((line) =>
      line.startsWith('  %m =')
        ? [
            line,
            '  switch i32 %m, label %few [ i32 3, label %many',
            '    i32 5, label %many ]',
            'few:',
            '  br label %many',
            'many:',
            '  %p = phi i1 [ true, %next ], [ true, %next ], [ false, %few ]',
            '  br i1 %p, label %out, label %again',
            'again:',
          ]
        : [line.replace('%m, %next ]', '%m, %again ]')],
    );
    expect(carried(...lines)).toEqual(['i32 %n']);
  });

  it('matters if it only ends the wait by sleeping in a path of the program', () => {
    const sleeps = counting('i32', '0', 'add i32 %n, 1', 'call i32 @usleep(i32 %n)');
    expect(carried(...sleeps)).toEqual([]);
    const own = instrument(
      x86(...sleeps, 'define i32 @usleep(i32 %n) {', '  store i32 %n, ptr @x', '  ret i32 0', '}'),
    ).ll;
    expect(own).toContain('call void @__fpx_carried4(i32 %n)');
  });

  it.each([
    ['i128', '0', 'add i128 %n, %one', 'icmp eq i128 %m, 3', 2],
    ['i72', '0', 'add i72 %n, %one', 'icmp eq i72 %m, 3', 2],
    ['i48', '0', 'add i48 %n, %one', 'icmp eq i48 %m, 3', 1],
    ['double', '0.0', 'fadd double %n, %one', 'fcmp oeq double %m, 3.0', 1],
    ['<4 x i1>', 'zeroinitializer', 'xor <4 x i1> %n, %one', 'extractelement <4 x i1> %m, i32 0', 1],
    ['<2 x i64>', 'zeroinitializer', 'add <2 x i64> %n, %one', 'icmp eq i64 0, 1', 0],
    ['{ i64, i1 }', 'zeroinitializer', 'insertvalue { i64, i1 } %n, i1 true, 1', 'extractvalue { i64, i1 } %m, 1', 2],
  ])('may be of type %s', (type, zero, step, test, words) => {
    const lines = counting(type, zero, step, `%full = ${test}`, ...FULL);
    const handed = carried(...lines.map((line) => line.replace('%next ]', '%more ]')));
    expect(handed).toHaveLength(words);
  });

  it('may come through a block that is on all paths to the loop head', () => {
    // `a` and `b` jump to one another, and `outer` to both: neither is on all ways to the other.
    const handed = carried(
      'define i32 @f(i1 %c) {',
      'entry:',
      '  br label %outer',
      'outer:',
      '  %n = phi i32 [ 0, %entry ], [ %m, %b ]',
      '  %m = add i32 %n, 1',
      '  %full = icmp eq i32 %n, 3',
      '  br i1 %c, label %a, label %b',
      'a:',
      '  %v = load atomic i32, ptr @x seq_cst, align 4',
      '  br i1 %full, label %out, label %b',
      'b:',
      '  %w = load atomic i32, ptr @x seq_cst, align 4',
      '  %z = icmp eq i32 %w, 0',
      '  br i1 %z, label %a, label %outer',
      'out:',
      '  ret i32 %n',
      '}',
    );
    expect(handed).toEqual(['i32 %n']);
  });
});

describe('a private variable', () => {
  const waiting = (allocation: readonly string[], inside: readonly string[]): string[] => [
    'define i32 @f(i64 %k) {',
    'entry:',
    ...allocation,
    '  br label %head',
    'head:',
    '  %v = load atomic i32, ptr @x seq_cst, align 4',
    '  %c = icmp eq i32 %v, 0',
    '  br i1 %c, label %next, label %out',
    'next:',
    ...inside,
    '  br label %head',
    'out:',
    '  ret i32 0',
    '}',
  ];
  const touched = ['  %p = getelementptr i32, ptr %a, i64 1', '  store i32 1, ptr %p'];

  it('matters with all of its bytes', () => {
    const sizes = (...lines: string[]) => carried(...lines).map((values) => values.replace(/^i32 \S+, /, ''));
    expect(sizes(...waiting(['  %a = alloca [3 x i32]'], touched))).toEqual(['i32 12']);
    expect(sizes(...waiting(['  %a = alloca i32, i32 5'], touched))).toEqual([expect.stringMatching(/^i32 %fp/)]);
    expect(sizes(...waiting(['  %a = alloca i32, i64 %k'], touched))).toEqual([expect.stringMatching(/^i32 %fp/)]);
    expect(sizes(...waiting(['  %a = alloca [3 x i32]'], []))).toEqual([]);
  });

  it('is a new one in each iteration if it is allocated there', () => {
    expect(carried(...waiting([], ['  %a = alloca i32, i64 %k', ...touched]))).toEqual([]);
  });
});

describe('a loop without an exit', () => {
  it('is decided by its comparisons, like other loops', () => {
    const handed = carried(
      'define void @f() {',
      'entry:',
      '  br label %head',
      'head:',
      '  %n = phi i32 [ 0, %entry ], [ %m, %next ]',
      '  %m = add i32 %n, 1',
      '  %full = icmp eq i32 %n, 3',
      '  br i1 %full, label %act, label %next',
      'act:',
      '  store atomic i32 1, ptr @x seq_cst, align 4',
      '  br label %next',
      'next:',
      '  %v = load atomic i32, ptr @x seq_cst, align 4',
      '  br label %head',
      '}',
    );
    expect(handed).toEqual(['i32 %n']);
  });

  it('that does nothing is an end of its own', () => {
    const hangs = counting('i32', '0', 'add i32 %n, 1', '%full = icmp eq i32 %m, 3', ...FULL).map((line) =>
      line.replace('label %out, label %more', 'label %hang, label %more').replace('%next ]', '%more ]'),
    );
    expect(carried(...hangs.slice(0, -1), 'hang:', '  br label %hang', '}')).toEqual(['i32 %n']);
  });
});
