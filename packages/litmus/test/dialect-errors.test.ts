import type { ErrorCode } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import { AARCH64, RC11 } from '@fencepost/axioms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axiomaticAnswer, parseAxiomatic, parseScript } from '../src/index.js';

function errorOf(action: () => unknown): FencepostError {
  try {
    action();
  } catch (error) {
    if (error instanceof FencepostError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

type Case = [what: string, text: string, code: ErrorCode, place: string, message: RegExp];

/** A test whose fourth line is this row of P0. */
const asm = (code: string): string => `AArch64 T\n{ 0:X0=x; 0:X5=y; }\n P0 ;\n ${code} ;\nexists (x=0)`;
/** A test whose fourth line is this statement of P0. */
const c = (code: string): string => `C T\n{}\nP0 (atomic_int* x, int* e) { int r0 = 0;\n  ${code}\n}\nexists (0:r0=0)`;

const AARCH64_CASES: Case[] = [
  ['an unknown instruction', asm('LDNP W1,[X0]'), 'LITMUS_UNSUPPORTED', '4:2', /instruction LDNP is not supported/],
  ['a misspelt instruction', asm('LDARP W1,[X0]'), 'LITMUS_UNSUPPORTED', '4:2', /did you mean LDA/],
  ['flags', asm('TST W1,#0'), 'LITMUS_UNSUPPORTED', '4:2', /TST uses flags/],
  ['a condition of flags', asm('B.HI L0 ;\n L0: NOP'), 'LITMUS_UNSUPPORTED', '4:2', /B.HI uses flags/],
  ['8 bits', asm('LDRB W1,[X0]'), 'LITMUS_UNSUPPORTED', '4:2', /LDRB accesses 8 bits/],
  ['16 bits', asm('STLRH W1,[X0]'), 'LITMUS_UNSUPPORTED', '4:2', /STLRH accesses 16 bits/],
  ['a bad register', asm('LDR W99,[X0]'), 'LITMUS_SYNTAX', '4:6', /no register 'W99'/],
  ['a register of another machine', asm('LDR rax,[X0]'), 'LITMUS_SYNTAX', '4:6', /no register 'rax'/],
  ['an address of 32 bits', asm('LDR W1,[W0]'), 'LITMUS_SYNTAX', '4:10', /W0 cannot hold an address/],
  ['an address that is not closed', asm('LDR W1,[X0'), 'LITMUS_SYNTAX', '4:13', /found ';', expected ','/],
  ['an offset', asm('LDR W1,[X0,#8]'), 'LITMUS_UNSUPPORTED', '4:13', /offset/],
  ['an index that is not extended', asm('LDR W1,[X0,W2]'), 'LITMUS_SYNTAX', '4:15', /expected ',SXTW'/],
  ['a shifted index', asm('LDR W1,[X0,X2,LSL #2]'), 'LITMUS_UNSUPPORTED', '4:16', /SXTW or UXTW only/],
  ['an index of LDAR', asm('LDAR W1,[X0,X2]'), 'LITMUS_SYNTAX', '4:13', /found ',', expected '\]'/],
  ['a missing operand', asm('STXR W1,[X0]'), 'LITMUS_SYNTAX', '4:10', /expected a register such as 'W0'/],
  ['an unknown barrier', asm('DMB XY'), 'LITMUS_SYNTAX', '4:6', /no barrier DMB XY/],
  ['a missing label', asm('CBNZ W1,L0'), 'LITMUS_SYNTAX', '4:10', /no label 'L0'/],
  ['a label twice', asm('L0: NOP ;\n L0: NOP'), 'LITMUS_SYNTAX', '5:2', /two labels 'L0'/],
  ['a loop', asm('L0: CBNZ W1,L0'), 'LITMUS_UNSUPPORTED', '4:14', /backward jumps/],
  ['mixed sizes', asm('LDR W1,[X0] ;\n LDR X2,[X5]'), 'MIXED_SIZE', '5:2', /64 bits here and with 32 bits in line 4/],
  ['registers of two widths', asm('SWP W1,X2,[X0]'), 'LITMUS_SYNTAX', '4:2', /32 and of 64 bits/],
  ['numbers like addresses', asm('ADD W1,W1,#9999999'), 'LITMUS_UNSUPPORTED', '4:2', /may exceed/],
  [
    'a missing }',
    'AArch64 T\n{ 0:X0=x;\n',
    'LITMUS_SYNTAX',
    '3:1',
    /file ends here, expected a register such as '0:X0'/,
  ],
  ['another architecture', 'RISCV T\n{}\n', 'LITMUS_UNSUPPORTED', '1:1', /tests for RISCV/],
  ['a missing thread', 'AArch64 T\n{ 7:X0=x; }\n P0 ;\n NOP ;\n', 'LITMUS_SYNTAX', '2:3', /no thread 7/],
];

const C_CASES: Case[] = [
  ['a missing }', 'C T\n{}\nP0 (int* x) {\n  *x = 1;\n', 'LITMUS_SYNTAX', '5:1', /file ends here, expected '}'/],
  ['a missing ;', c('r0 = 1'), 'LITMUS_SYNTAX', '5:1', /found '}', expected ';'/],
  ['a loop', c('while (r0) {}'), 'LITMUS_UNSUPPORTED', '4:3', /'while' is not supported/],
  ['an unknown function', c('atomic_lode(x);'), 'LITMUS_UNSUPPORTED', '4:3', /function atomic_lode/],
  ['an unknown order', c('r0 = atomic_load_explicit(x, acquire);'), 'LITMUS_SYNTAX', '4:32', /expected a memory order/],
  ['consume', c('r0 = atomic_load_explicit(x, memory_order_consume);'), 'LITMUS_UNSUPPORTED', '4:32', /consume/],
  [
    'a release load',
    c('r0 = atomic_load_explicit(x, memory_order_release);'),
    'LITMUS_SYNTAX',
    '4:32',
    /a load cannot have memory_order_release/,
  ],
  [
    'an acquire store',
    c('atomic_store_explicit(x, 1, memory_order_acquire);'),
    'LITMUS_SYNTAX',
    '4:31',
    /a store cannot have/,
  ],
  ['an undeclared variable', c('r9 = 1;'), 'LITMUS_SYNTAX', '4:3', /'r9' is not declared/],
  ['a variable twice', c('int r0 = 1;'), 'LITMUS_SYNTAX', '4:7', /'r0' is declared twice/],
  ['a pointer as a value', c('r0 = x;'), 'LITMUS_SYNTAX', '4:8', /'x' is a pointer here/],
  ['an unknown pointer', c('*w = 1;'), 'LITMUS_SYNTAX', '4:4', /no pointer 'w'/],
  ['the address of a local', c('r0 = atomic_load(&r0);'), 'LITMUS_UNSUPPORTED', '4:20', /addresses of local/],
  ['the result of a store', c('r0 = atomic_store(x, 1);'), 'LITMUS_SYNTAX', '4:8', /has no result/],
  ['&&', c('if (r0 == 1 && r0 == 2) {}'), 'LITMUS_UNSUPPORTED', '4:15', /'&&' is not supported/],
  ['an open comment', c('/* r0 = 1;'), 'LITMUS_SYNTAX', '4:3', /comment is never closed/],
  ['a strange character', c('r0 = 1 @ 2;'), 'LITMUS_SYNTAX', '4:10', /character '@'/],
  ['a strange type', 'C T\n{}\nP0 (long* x) {}\n', 'LITMUS_UNSUPPORTED', '3:5', /type long/],
  ['no pointer', 'C T\n{}\nP0 (int x) {}\n', 'LITMUS_SYNTAX', '3:9', /found 'x', expected '\*'/],
  ['threads out of order', 'C T\n{}\nP1 (int* x) {}\n', 'LITMUS_SYNTAX', '3:1', /found 'P1', expected thread P0/],
  ['an initial local', 'C T\n{ 0:r0=1; }\n', 'LITMUS_UNSUPPORTED', '2:5', /'r0' is a local variable/],
  [
    'an unknown local in the condition',
    c('r0 = 1;').replace('0:r0=0', '0:r7=0'),
    'LITMUS_SYNTAX',
    '6:11',
    /thread 0 has no variable 'r7'/,
  ],
  ['parentheses beyond reason', c(`r0 = ${'('.repeat(5000)}`), 'LITMUS_UNSUPPORTED', '4:208', /200 deep/],
  ['blocks beyond reason', c('{'.repeat(5000)), 'LITMUS_UNSUPPORTED', '4:204', /200 deep/],
  ['negations beyond reason', c(`r0 = ${'!'.repeat(5000)}1;`), 'LITMUS_UNSUPPORTED', '4:209', /200 deep/],
];

describe.each([
  ['AArch64', AARCH64_CASES],
  ['C', C_CASES],
] as const)('input that the parser of %s refuses', (_, cases) => {
  it.each(cases)('%s', (_what, text, code, place, message) => {
    const error = errorOf(() => parseAxiomatic(text, 'dir/t.litmus'));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
    expect(error.site).toMatchObject({ file: 'dir/t.litmus' });
    expect(`${error.site!.line}:${error.site!.column!}`).toBe(place);
  });
});

describe('input that the parser of JavaScript refuses', () => {
  it.each<[string, ErrorCode, number, RegExp]>([
    ['r0 = Atomics.laod(x)', 'LITMUS_UNSUPPORTED', 6, /function Atomics.laod/],
    ['x = y', 'LITMUS_SYNTAX', 5, /'y' is a cell/],
    ['x = r0', 'LITMUS_SYNTAX', 5, /'r0' has no value yet/],
    ['Atomics.store(r0,1)', 'LITMUS_SYNTAX', 15, /'r0' is not a cell/],
    ['x = 1 r0 = x', 'LITMUS_SYNTAX', 7, /found 'r0', expected ';' or '\|\|'/],
    ['r0 = Atomics.store(x,1)', 'LITMUS_UNSUPPORTED', 6, /result of Atomics.store/],
    ['x = Atomics.load(y)', 'LITMUS_SYNTAX', 5, /'Atomics.load' is a cell/],
  ])('%s', (text, code, column, message) => {
    const error = errorOf(() => parseScript(text, 'script'));
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ code, site: { file: 'script', line: 1, column } });
  });
});

describe('programs without executions', () => {
  it('an address that is read from memory is refused with its line', () => {
    const test = parseAxiomatic(asm('LDR X1,[X0] ;\n LDR X2,[X1]'), 't.litmus');
    const error = errorOf(() => axiomaticAnswer(test, AARCH64));
    expect(error).toMatchObject({ code: 'LITMUS_UNSUPPORTED', site: { line: 5, column: 2 } });
    expect(error.message).toMatch(/read from memory/);
  });

  it('an address without a variable is refused with its line', () => {
    const error = errorOf(() => axiomaticAnswer(parseAxiomatic(asm('LDR W1,[X9]'), 't.litmus'), AARCH64));
    expect(error).toMatchObject({ code: 'LITMUS_UNSUPPORTED', site: { line: 4, column: 2 } });
    expect(error.message).toMatch(/where there is no variable/);
  });
});

it('no text ends in anything but an answer or a coded error', () => {
  const texts = [
    asm('LDR W1,[X0] ;\n CBNZ W1,L ;\n L: STR W1,[X5,W2,SXTW] ;\n CASAL W1,W2,[X0] ;\n DMB SY'),
    c('if (r0 == 1) { atomic_store_explicit(x, r0 + 1, memory_order_release); } else { *e = -1; } // end'),
  ];
  const pieces = ['', ';', '{', '}', '(', ')', '[', ']', ',', '*', '#', 'W1', 'x', '0', '9', '"', '/*', '(*', ' = '];
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat({ max: 250 }), fc.nat({ max: 8 }), fc.constantFrom(...pieces)), { maxLength: 3 }),
      (text, edits) => {
        let edited = text;
        for (const [at, length, piece] of edits) edited = edited.slice(0, at) + piece + edited.slice(at + length);
        try {
          const test = parseAxiomatic(edited, 't.litmus');
          axiomaticAnswer(test, test.dialect === 'C' ? RC11 : AARCH64);
        } catch (error) {
          if (!(error instanceof FencepostError)) throw error;
          expect(error.message).not.toBe('');
        }
      },
    ),
    { numRuns: 1500, seed: 1 },
  );
});
