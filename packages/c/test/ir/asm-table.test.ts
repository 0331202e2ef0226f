import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../src/ir/asm-table.js';

describe('inline assembly', () => {
  it.each(['', '\\0A\\09', 'pause', 'rep; nop', 'rep nop', 'rep;nop', 'yield', 'nop\\0Anop', '# nothing'])(
    'does nothing: "%s"',
    (template) => {
      expect(readAssembly(template)).toEqual({ kind: 'nothing' });
    },
  );

  it.each([
    ['mfence', 'seq_cst'],
    ['MFENCE', 'seq_cst'],
    ['sfence', 'release'],
    ['lfence', 'acquire'],
    ['lock; addl $$0,0(%rsp)', 'seq_cst'],
    ['lock addl $$0, -4(%rsp)', 'seq_cst'],
    ['lock; orq $$0x0,(%rsp)', 'seq_cst'],
    ['lock\\0A\\09addl $$0,(%esp)', 'seq_cst'],
    ['dmb ish', 'seq_cst'],
    ['dmb ishst', 'release'],
    ['dmb ishld', 'acquire'],
    ['dmb', 'seq_cst'],
    ['sync', 'seq_cst'],
    ['lwsync', 'acq_rel'],
  ])('is a fence: "%s"', (template, order) => {
    expect(readAssembly(template)).toEqual({ kind: 'fence', order });
  });

  it.each([
    ['movl $1, $0', { kind: 'move', bits: 32 }],
    ['mov ($1),$0', { kind: 'move', bits: undefined, from: { kind: 'operand', index: 1, indirect: true } }],
    ['movq $$5, $0', { kind: 'move', bits: 64, from: { kind: 'immediate', value: 5 } }],
  ])('moves: "%s"', (template, meaning) => {
    expect(readAssembly(template)).toMatchObject(meaning);
  });

  const operand = (index: number, indirect = false) => ({ kind: 'operand', index, indirect });

  it.each([
    ['lock; xaddl $0, $1', { kind: 'add', old: true, operand: operand(0), memory: operand(1), bits: 32 }],
    ['lock\\0A\\09xaddw $0, ($1)', { kind: 'add', old: true, memory: operand(1, true), bits: 16 }],
    ['xchgq $0,$1', { kind: 'exchange', old: true, bits: 64 }],
    ['xchg ${0:b}, $1', { kind: 'exchange', operand: operand(0), bits: undefined }],
    ['lock; cmpxchgl $1,$2', { kind: 'cas', operand: operand(1), memory: operand(2), bits: 32, flag: undefined }],
    ['lock; cmpxchgl $3, $0; setz $1', { kind: 'cas', flag: { index: 1, condition: 'zero' } }],
    ['lock; incl $0', { kind: 'add', old: false, operand: { kind: 'immediate', value: 1 }, memory: operand(0) }],
    ['lock; decl $0; sete $1', { kind: 'sub', flag: { index: 1, condition: 'zero' } }],
    ['lock subl $1,$0; setne $2', { kind: 'sub', old: false, flag: { index: 2, condition: 'nonzero' } }],
    ['lock; orb $$0x10,$0', { kind: 'or', operand: { kind: 'immediate', value: 16 }, bits: 8 }],
    ['lock andl $1, $0', { kind: 'and' }],
    ['lock xorl $1, $0', { kind: 'xor' }],
  ])('is an atomic operation: "%s"', (template, meaning) => {
    expect(readAssembly(template)).toMatchObject(meaning);
  });

  it.each([
    'rdtsc',
    'incl $0',
    'xaddl $0, $1',
    'cmpxchgl $1, $2',
    'lock; cmpxchg16b $0',
    'lock; btsl $1, $0; setc $2',
    'mfence; movl $0, $1',
    'mfence; incl $0; nop',
    'lock addl %eax, $0',
    'lock incl $0, $1',
  ])('is not known: "%s"', (template) => {
    expect(readAssembly(template)).toBeUndefined();
  });
});
