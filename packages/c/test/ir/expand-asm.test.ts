import { describe, expect, it } from 'vitest';
import { instrument } from '../../src/ir/rewrite/instrument.js';
import type { LabelInfo } from '../../src/ir/syntax/tables.js';
import { CLANG, compileBack, located } from './fixtures.js';

const statement = (template: string, constraints: string, list: string, result = '%r'): string =>
  `${result} = call i32 asm sideeffect "${template}", "=r,${constraints}"(${list})`;

/** Labels of a statement on the shared memory that `p` points to; `i` is in a register. */
function labelsOf(template: string, constraints = 'r,r', list = 'i32 %i, ptr %p'): readonly LabelInfo[] {
  const { ll, labels } = instrument(
    located(`%r = call i32 asm sideeffect "${template}", "=r,${constraints}"(${list})`),
  );
  if (CLANG !== undefined) compileBack(ll);
  return labels;
}

const kinds = (template: string, ...rest: string[]): string[] =>
  labelsOf(template, ...rest)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'assembly');

const MEMORY = ['r,*m', 'i32 %i, ptr elementtype(i32) %p'] as const;

/** Template, kind and size of the access. */
const ACCESSES: readonly (readonly [string, string, number])[] = [
  ['movl $2, $0', 'load', 4],
  ['mov $2, $0', 'load', 4],
  ['movq $2, ${0:q}', 'load', 8],
  ['movzbl $2, $0', 'load', 1],
  ['movl %edx, $2', 'store', 4],
  ['movb $$5, $2', 'store', 1],
  ['mov %dx, $2', 'store', 2],
  ['xchgl %edx, $2', 'rmw', 4],
  ['lock; xaddl %edx, $2', 'rmw', 4],
  ['lock\\0A\\09xaddw %dx, $2', 'rmw', 2],
  ['lock; incl $2', 'rmw', 4],
  ['lock; orb $$0x10,$2', 'rmw', 1],
  ['lock andl %edx, $2', 'rmw', 4],
  ['lock; btsl $$3, $2', 'rmw', 4],
  ['lock; cmpxchgl %ecx,$2', 'cas', 4],
  ['lock; cmpxchg8b $2', 'cas', 8],
  ['LOCK CMPXCHGQ %RCX,$2', 'cas', 8],
  ['mov$(l $2, $0$| $0, $2$)', 'load', 4],
];

describe('inline assembly', () => {
  it.each([
    '',
    '\\0A\\09',
    'pause',
    'rep; nop',
    'rep nop',
    'rep;nop',
    'yield',
    'nop\\0Anop',
    '# nothing',
    'prefetcht0 $2',
  ])('does nothing: "%s"', (template) => {
    expect(labelsOf(template)).toEqual([]);
  });

  it.each([
    ['mfence', 'seq_cst'],
    ['MFENCE', 'seq_cst'],
    ['sfence', 'release'],
    ['lfence', 'acquire'],
    ['lock; addl $$0,0(%rsp)', 'seq_cst'],
    ['lock addl $$0, -4(%rsp)', 'seq_cst'],
    ['lock; orq $$0x0,(%rsp)', 'seq_cst'],
    ['lock\\0A\\09addl $$0,(%esp)', 'seq_cst'],
    ['lock; andl $$-1,(%rsp)', 'seq_cst'],
    ['dmb ish', 'seq_cst'],
    ['dmb ishst', 'release'],
    ['dmb ishld', 'acquire'],
    ['dmb', 'seq_cst'],
    ['sync', 'seq_cst'],
    ['lwsync', 'acq_rel'],
  ])('is a fence: "%s"', (template, order) => {
    expect(labelsOf(template).filter(({ kind }) => kind !== 'assembly')).toMatchObject([{ kind: 'fence', order }]);
  });

  it.each(ACCESSES)('accesses memory: "%s"', (template, kind, size) => {
    const labels = labelsOf(template, ...MEMORY).filter((label) => label.kind !== 'assembly');
    expect(labels).toMatchObject([{ kind, size, order: kind === 'rmw' || kind === 'cas' ? 'seq_cst' : 'relaxed' }]);
  });

  it('reads and writes in two steps without a lock', () => {
    expect(kinds('incl $2', ...MEMORY)).toEqual(['load', 'store']);
    expect(kinds('movl $$1, ($2)')).toEqual(['store']);
  });

  it('loops where it jumps back', () => {
    const template = '1: xchgl $0, $2\\0Atestl $0, $0\\0Ajz 3f\\0A2: cmpl $$0, $2\\0Ajnz 2b; jmp 1b\\0A3:';
    const { loops, labels } = instrument(
      located(`%r = call i32 asm "${template}", "=r,r,*m"(i32 %i, ptr elementtype(i32) %p)`),
    );
    expect(loops).toHaveLength(2);
    expect(labels.map(({ kind }) => kind)).toEqual(['assembly', 'rmw', 'load']);
  });

  it.each([
    ['rdrand $0'],
    ['lock; cmpxchgl %ecx, $1'],
    ['lock addl $$1, $0'],
    ['lock incl $0, $1'],
    ['lock movl $1, $0'],
    ['xaddl $1, $9'],
    ['sete $0'],
    ['mfence; rdpmc'],
    ['int $$0x80'],
    ['jmp 1f'],
    ['shll %cl, $0'],
    ['movl %gs:0, $0'],
    ['movl (%rax,%rbx,4), $0'],
    ['.byte 0x0f, 0x0b'],
    ['lock'],
  ])('is refused where it is executed: "%s"', (template) => {
    const [label, ...more] = labelsOf(template);
    expect(more).toEqual([]);
    expect(label).toMatchObject({ kind: 'refused', site: { file: 'a.c', line: 5, column: 2 } });
    expect(label?.name).toContain(`the inline assembly "${template}"`);
  });

  it.each(['x', 'A', 'y', '{xmm0}'])('is refused with an operand in "%s"', (constraint) => {
    expect(kinds('nop', constraint, 'i32 %i')).toEqual(['refused']);
  });

  it('stops the program', () => {
    expect(kinds('ud2')).toEqual(['trap']);
    expect(kinds('int3')).toEqual(['trap']);
    expect(kinds('int $$3')).toEqual(['trap']);
  });

  it('is refused where it jumps out', () => {
    const { labels } = instrument(located('callbr void asm "", "!i"() to label %a [label %b]'));
    expect(labels).toMatchObject([{ kind: 'refused', name: 'assembly that jumps (asm goto) is not supported' }]);
  });

  it.skipIf(CLANG === undefined)('becomes code that LLVM accepts', () => {
    const lines = ACCESSES.map(([template], at) => statement(template, ...MEMORY, `%r${at}`));
    compileBack(instrument(located(...lines)).ll);
  });
});
