import type { ErrorCode } from '@fencepost/core';
import { FencepostError, LocalStates } from '@fencepost/core';
import { exploreAll } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { evaluate, litmusProgram, parseLitmus } from '../src/index.js';

function errorOf(action: () => unknown): FencepostError {
  try {
    action();
  } catch (error) {
    if (error instanceof FencepostError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** A test whose fourth line is this row of P0. */
const row = (code: string, init = 'x; y;', architecture = 'X86_64'): string =>
  `${architecture} T\n{ ${init} }\n P0 ;\n ${code} ;\nexists (x=0)`;
/** A test whose fifth line is this condition. */
const condition = (text: string): string => `X86_64 T\n{ x; }\n P0 ;\n movq $1,(x) ;\n${text}`;

/** `v0;v1;v2`. */
const names = (prefix: string, count: number, separator: string): string =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`).join(separator);

type Case = [what: string, text: string, code: ErrorCode, place: string | RegExp, message: RegExp];

const CASES: Case[] = [
  ['an empty file', '', 'LITMUS_SYNTAX', '1:1', /expected a first line with the architecture/],
  ['another architecture', 'PPC MP\n{}\n', 'LITMUS_UNSUPPORTED', '1:1', /litmus tests for PPC/],
  ['no initial state', 'X86_64 T\n"doc"\n', 'LITMUS_SYNTAX', '3:1', /expected '\{'/],
  ['an open description', 'X86_64 T\n"doc\n{}', 'LITMUS_SYNTAX', '2:1', /never closed/],
  ['an open comment', 'X86_64 T\n{ x; (* y }\n', 'LITMUS_SYNTAX', '2:6', /comment is never closed/],
  ['an open initial state', 'X86_64 T\n{ x;\n', 'LITMUS_SYNTAX', '3:1', /file ends here, expected a register/],
  ['a strange character', 'X86_64 T\n{ x@; }\n', 'LITMUS_SYNTAX', '2:4', /character '@'/],
  ['a missing ;', 'X86_64 T\n{ x=1 y=2 }\n', 'LITMUS_SYNTAX', '2:7', /found 'y', expected ';' or '\}'/],
  ['an array', 'X86_64 T\n{ int x[2]; }\n', 'LITMUS_UNSUPPORTED', '2:7', /arrays/],
  ['array values', 'X86_64 T\n{ x={1,2}; }\n', 'LITMUS_UNSUPPORTED', '2:5', /arrays/],
  ['a value out of range', 'X86_64 T\n{ x=4294967296; }\n', 'LITMUS_UNSUPPORTED', '2:5', /outside the range/],
  ['a missing thread', 'X86_64 T\n{ 1:rax=1; }\nP0 ;\n', 'LITMUS_SYNTAX', '2:3', /has no thread 1/],
  ['a strange thread name', 'X86_64 T\n{ Q1:rax=1; }\nP0 ;\n', 'LITMUS_SYNTAX', '2:3', /'Q1' is not a thread/],
  ['no table', 'X86_64 T\n{ }\nexists (x=1)', 'LITMUS_SYNTAX', '3:1', /found 'exists', expected thread P0/],
  ['threads out of order', 'X86_64 T\n{ }\nP0 | P2 ;\n', 'LITMUS_SYNTAX', '3:6', /found 'P2', expected thread P1/],
  ['a cell too many', 'X86_64 T\n{ }\nP0 ;\nmfence | mfence ;\n', 'LITMUS_SYNTAX', '4:8', /found '\|', expected ';'/],
  ['a cell too few', 'X86_64 T\n{ }\nP0|P1;\nmfence ;\n', 'LITMUS_SYNTAX', '4:8', /found ';', expected '\|'/],
  ['a row without an end', row('mfence\nexists'), 'LITMUS_SYNTAX', '5:1', /found 'exists', expected ';'/],
  ['an unknown instruction', row('vmovaps (x),%rax'), 'LITMUS_UNSUPPORTED', '4:2', /instruction vmovaps/],
  ['a jump', row('jne L0'), 'LITMUS_UNSUPPORTED', '4:2', /jump jne/],
  ['a label', row('L0: mfence'), 'LITMUS_UNSUPPORTED', '4:2', /label 'L0'/],
  ['flags', row('cmpq $1,%rax'), 'LITMUS_UNSUPPORTED', '4:2', /flags/],
  ['8 bits', row('movb $1,(x)'), 'LITMUS_UNSUPPORTED', '4:2', /movb accesses 8 bits/],
  ['16 bits', row('lock incw (x)'), 'LITMUS_UNSUPPORTED', '4:7', /incw accesses 16 bits/],
  ['a part of a register', row('mov (x),%al'), 'LITMUS_UNSUPPORTED', '4:11', /al is a part/],
  ['an unknown register', row('movq (x),%rfx'), 'LITMUS_SYNTAX', '4:12', /X86_64 has no register 'rfx'/],
  ['a 64-bit register in X86', row('MOV RAX,[x]', 'x', 'X86'), 'LITMUS_SYNTAX', '4:6', /X86 has no register 'RAX'/],
  ['a wide immediate', row('movq $2147483648,(x)'), 'LITMUS_UNSUPPORTED', '4:8', /2147483648 is outside/],
  ['a bare variable', row('movq $1,x'), 'LITMUS_SYNTAX', '4:10', /found the variable 'x', expected an operand/],
  ['no operand', row('movq $1,'), 'LITMUS_SYNTAX', '4:11', /found ';', expected an operand/],
  ['too few operands', row('movq $1'), 'LITMUS_SYNTAX', '4:10', /found ';', expected ','/],
  ['too many operands', row('incq (x),(y)'), 'LITMUS_SYNTAX', '4:10', /found ',', expected ';'/],
  ['an offset', row('movq 8(%rax),%rbx'), 'LITMUS_UNSUPPORTED', '4:7', /offset/],
  ['an index', row('movq (x,%rax),%rbx'), 'LITMUS_UNSUPPORTED', '4:9', /index/],
  ['memory to memory', row('movq (x),(y)'), 'LITMUS_SYNTAX', '4:2', /cannot access memory twice/],
  ['a number as destination', row('movq (x),$1'), 'LITMUS_SYNTAX', '4:2', /cannot write to a number/],
  ['an exchange with a number', row('xchgq $1,(x)'), 'LITMUS_SYNTAX', '4:2', /needs a register/],
  ['a locked move', row('lock movq $1,(x)'), 'LITMUS_SYNTAX', '4:7', /lock cannot precede movq/],
  ['a locked register', row('lock incq %rax'), 'LITMUS_SYNTAX', '4:7', /writes to memory/],
  ['lock alone', row('lock | mfence'), 'LITMUS_SYNTAX', '4:7', /expected the instruction after lock/],
  ['widths that differ', row('movq (x),%eax'), 'LITMUS_SYNTAX', '4:2', /works on 64 bits, but eax has 32/],
  ['mixed sizes', row('movq $1,(x) ;\n movl $1,(y)'), 'MIXED_SIZE', '5:2', /32 bits here and with 64 bits in line 4/],
  ['mixed halves', row('movl $-1,%eax ;\n movq %rax,(x)'), 'MIXED_SIZE', '5:2', /negative are used with 64 bits/],
  ['mixed halves that subtract', row('decl %eax ;\n movq %rax,(x)'), 'MIXED_SIZE', '5:2', /negative are used/],
  ['arithmetic beyond 32 bits', row('lock addq $1073741824,(x)'), 'LITMUS_UNSUPPORTED', '4:2', /beyond 32 bits/],
  ['numbers like addresses', row('movq $16777216,(%rax)', '0:rax=x'), 'LITMUS_UNSUPPORTED', '1:1', /stay below/],
  ['no quantifier', condition('(x=1)'), 'LITMUS_SYNTAX', '5:1', /expected an instruction/],
  ['an unknown variable', condition('exists (w=1)'), 'LITMUS_SYNTAX', '5:9', /has a variable 'w'/],
  ['an unknown variable as value', condition('exists (x=w)'), 'LITMUS_SYNTAX', '5:11', /has a variable 'w'/],
  ['an unknown thread', condition('exists (7:rax=1)'), 'LITMUS_SYNTAX', '5:9', /has no thread 7/],
  ['no comparison', condition('exists (x)'), 'LITMUS_SYNTAX', '5:10', /found '\)', expected '=' or '!='/],
  ['an open parenthesis', condition('exists (x=1'), 'LITMUS_SYNTAX', '5:12', /file ends here, expected '\)'/],
  ['text after the condition', condition('exists (x=1) x=2'), 'LITMUS_SYNTAX', '5:14', /found 'x', expected/],
  ['~ without exists', condition('~forall (x=1)'), 'LITMUS_SYNTAX', '5:2', /found 'forall', expected 'exists'/],
  ['a filter', condition('filter (x=1)'), 'LITMUS_UNSUPPORTED', '5:1', /'filter'/],
  ['with', condition('exists (x=1) with tso: exists'), 'LITMUS_UNSUPPORTED', '5:14', /'with'/],
  ['parentheses beyond reason', condition(`exists ${'('.repeat(5000)}`), 'LITMUS_UNSUPPORTED', '5:508', /500 deep/],
  ['negations beyond reason', condition(`exists ${'~'.repeat(5000)}x=1`), 'LITMUS_UNSUPPORTED', '5:508', /500 deep/],
  ['implications beyond reason', condition(`exists ${'x=1=>'.repeat(5000)}x=1`), 'LITMUS_UNSUPPORTED', '5:2512', /500/],
  ['too many variables', row('nop', names('v', 128, ';')), 'TOO_LARGE', /^2:/, /at most 127 variables/],
  ['too many threads', `X86_64 T\n{}\n${names('P', 1024, ' | ')} ;\n`, 'THREAD_LIMIT', /^3:/, /may have 1023 threads/],
  ['locations without ;', condition('locations [x 0:rax]'), 'LITMUS_SYNTAX', '5:14', /expected ';' or '\]'/],
];

describe('input that the parser refuses', () => {
  it.each(CASES)('%s', (_, text, code, place, message) => {
    const error = errorOf(() => parseLitmus(text, 'dir/t.litmus'));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
    expect(error.site).toMatchObject({ file: 'dir/t.litmus' });
    const found = `${error.site!.line}:${error.site!.column!}`;
    expect(found).toMatch(typeof place === 'string' ? new RegExp(`^${place}$`) : place);
  });

  it('gives hints at the right form', () => {
    expect(errorOf(() => parseLitmus(row('movq $1,x'), 't')).hint).toBe('write (x)');
    expect(errorOf(() => parseLitmus(row('vmovaps (x),%rax'), 't')).hint).toMatch(/supported are mov, .*mfence/);
    expect(errorOf(() => parseLitmus(row('movq (x),%rfx'), 't')).hint).toMatch(/registers are rax/);
  });
});

describe('input that the translation refuses', () => {
  it.each([
    ['xorq %rbx,%rax', /xor is supported on memory and with lock only/],
    ['subq %rbx,%rax', /sub is supported on memory/],
    ['andq $1,(x)', /and is supported on memory and with lock/],
    ['cmpxchgq %rbx,(x)', /only lock cmpxchg/],
  ])('%s', (code, message) => {
    const error = errorOf(() => litmusProgram(parseLitmus(row(code), 't.litmus')));
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ code: 'LITMUS_UNSUPPORTED', site: { file: 't.litmus', line: 4, column: 2 } });
  });
});

it('a pointer that points nowhere is refused when an execution follows it', () => {
  const test = parseLitmus(row('movq (x),%rax ;\n movq (%rax),%rbx'), 't.litmus');
  const error = errorOf(() => exploreAll(new LocalStates(litmusProgram(test)), { model: 'sc' }));
  expect(error.code).toBe('LITMUS_UNSUPPORTED');
  expect(error.message).toMatch(/T accesses address 0, where there is no variable/);
});

it('a condition may have very many terms', () => {
  const terms = Array.from({ length: 300_000 }, () => 'x=1').join(' \\/ ');
  const test = parseLitmus(condition(`exists (${terms})`), 't.litmus');
  expect(evaluate(test.proposition, () => 0)).toBe(false);
  expect(evaluate(test.proposition, () => 1)).toBe(true);
});
