import { describe, expect, it } from 'vitest';
import { instrument } from '../../src/ir/rewrite/instrument.js';
import type { OpenValues } from '../../src/ir/syntax/open-value-context.js';
import { x86 } from './fixtures.js';

const DECLARED = [
  'declare i32 @__VERIFIER_nondet_int()',
  'declare signext i8 @__VERIFIER_nondet_char()',
  'declare void @__VERIFIER_assume(i32)',
  'declare i32 @pthread_create(ptr, ptr, ptr, ptr)',
];

/** The values that are tried of the only open value in a function of these lines. */
function open(lines: readonly string[], name = 'f'): OpenValues | undefined {
  const text = x86(`define i32 @${name}() {`, ...lines, '}', ...DECLARED);
  return instrument(text).labels.find((label) => label.open !== undefined)?.open;
}

const RANGE = [
  '  %low = icmp sge i32 %v, 0',
  '  br i1 %low, label %more, label %end',
  'more:',
  '  %high = icmp slt i32 %v, 3',
  '  br label %end',
  'end:',
  '  %both = phi i1 [ false, %entry ], [ %high, %more ]',
  '  %flag = zext i1 %both to i32',
  '  call void @__VERIFIER_assume(i32 %flag)',
];

describe('open values', () => {
  it('that are only compared: one for each outcome', () => {
    const lines = [
      '  %v = call i32 @__VERIFIER_nondet_int()',
      '  %c = icmp sgt i32 %v, 100',
      '  %r = zext i1 %c to i32',
    ];
    expect(open([...lines, '  ret i32 %r'])).toEqual({ values: ['0', '101'], complete: true });
  });

  it('that are never read: one', () => {
    expect(open(['  call i32 @__VERIFIER_nondet_int()', '  ret i32 0'])).toEqual({ values: ['0'], complete: true });
  });

  it('that are assumed to be in a range: all of it, and one for each path on which they are not', () => {
    const lines = ['entry:', '  %v = call i32 @__VERIFIER_nondet_int()', ...RANGE, '  ret i32 %v'];
    expect(open(lines)).toEqual({ values: ['0', '1', '2', '3', '-2147483648'], complete: true });
  });

  it('that are computed with before the assumption: not all', () => {
    const lines = ['entry:', '  %v = call i32 @__VERIFIER_nondet_int()', '  %sum = add i32 %v, 1', ...RANGE];
    expect(open([...lines, '  ret i32 %sum'])).toMatchObject({ complete: false });
  });

  it('of a byte: all', () => {
    const found = open([
      '  %v = call signext i8 @__VERIFIER_nondet_char()',
      '  %w = sext i8 %v to i32',
      '  ret i32 %w',
    ]);
    expect(found).toMatchObject({ complete: true });
    expect(found?.values).toHaveLength(256);
  });

  const stored = [
    'entry:',
    '  %v.0 = call i32 @__VERIFIER_nondet_int()',
    '  store i32 %v.0, ptr @x',
    '  %v = load i32, ptr @x',
    ...RANGE,
    '  ret i32 %v',
  ];

  it('in a global variable, before there are threads', () => {
    expect(open(stored, 'main')).toMatchObject({ complete: true });
  });

  it('in a global variable that others may write', () => {
    expect(open(stored)).toMatchObject({ complete: false });
    const started = ['  call i32 @pthread_create(ptr @x, ptr null, ptr null, ptr null)'];
    expect(open([stored[0]!, ...started, ...stored.slice(1)], 'main')).toMatchObject({ complete: false });
  });

  it('in a global variable that a pointer may refer to', () => {
    const [entry, call, store, ...rest] = stored as [string, string, string, ...string[]];
    const lines = [entry, '  %p = load ptr, ptr @x', call, store, '  store i32 7, ptr %p', ...rest];
    expect(open(lines, 'main')).toMatchObject({ complete: false });
  });

  it('in a global variable that is used after main', () => {
    const lines = ['  %v = call i32 @__VERIFIER_nondet_int()', '  store i32 %v, ptr @x', '  ret i32 0'];
    expect(open(lines, 'main')).toMatchObject({ complete: false });
  });
});
