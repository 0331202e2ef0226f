import type { ModelName } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LitmusCheck } from '../src/index.js';
import { enumerateLitmus, parseLitmus } from '../src/index.js';

/** Each thread is its instructions, separated by `;`. */
function check(init: string, threads: readonly string[], condition: string, model: ModelName = 'aarch64'): LitmusCheck {
  const columns = threads.map((code) => code.split(';').map((instruction) => instruction.trim()));
  const length = Math.max(...columns.map((column) => column.length));
  const rows = Array.from({ length }, (_, i) => ` ${columns.map((column) => column[i] ?? '').join(' | ')} ;`);
  const names = threads.map((_, t) => `P${t}`).join(' | ');
  const test = parseLitmus(`AArch64 T\n{ ${init} }\n ${names} ;\n${rows.join('\n')}\n${condition}`, 't.litmus');
  if (test.dialect !== 'AArch64') throw new Error(`the test is one of ${test.dialect}`);
  expect('sized' in test).toBe(true);
  return enumerateLitmus(test, model);
}

/** The only final state of one thread. */
function result(init: string, code: string, observed: string): string {
  const { states } = check(init, [code], `locations [${observed}] forall (true)`);
  expect(states).toHaveLength(1);
  return states[0]!;
}

describe('instructions of one thread', () => {
  it.each([
    [
      'a byte of a word',
      'uint32_t x; 0:X0=x; 0:X1=0x10203; 0:X2=0x11',
      'STR W1,[X0]; STRB W2,[X0,#2]; LDR W3,[X0]',
      '0:X3; x',
      '0:X3=0x110203; [x]=0x110203;',
    ],
    [
      'a half of a word',
      'uint32_t x=0x12345678; 0:X0=x',
      'LDRH W1,[X0,#2]; LDRH W2,[X0]; LDRB W3,[X0,#1]',
      '0:X1; 0:X2; 0:X3',
      '0:X1=4660; 0:X2=22136; 0:X3=86;',
    ],
    ['only the low byte is stored', 'uint32_t x=0x01020304; 0:X0=x; 0:X1=0x1ff', 'STRB W1,[X0]', 'x', '[x]=0x10203ff;'],
    [
      'a load of 32 bits clears the upper half',
      'uint64_t x=0x1122334455667788; 0:X0=x; 0:X1=-1',
      'LDR W1,[X0]; LDR X2,[X0]',
      '0:X1; 0:X2',
      '0:X1=0x55667788; 0:X2=0x1122334455667788;',
    ],
    [
      'sums of 32 bits',
      'uint64_t x; 0:X0=x; 0:X1=0xffffffff',
      'ADD W2,W1,#2; ADD X3,X1,#2; STR X3,[X0]',
      '0:X2; 0:X3; x',
      '0:X2=1; 0:X3=0x100000001; [x]=0x100000001;',
    ],
    [
      'sums of 64 bits',
      'uint64_t x; 0:X0=x; 0:X1=0xffffffffffffffff',
      'ADD X2,X1,#2; SUB X3,X2,#2; STR X3,[X0]',
      '0:X2; x',
      '0:X2=1; [x]=0xffffffffffffffff;',
    ],
    [
      'a negative index',
      'uint32_t x[4]={1,2,3,4}; 0:X0=x; 0:X1=-4',
      'ADD X2,X0,#8; LDR W3,[X2,W1,SXTW]; LDR X4,[X0,#8]',
      '0:X3; 0:X4',
      '0:X3=2; 0:X4=0x400000003;',
    ],
    [
      'an index that is not extended with its sign',
      'uint8_t x[4]={1,2,3}; 0:X0=x; 0:X1=2',
      'LDRB W3,[X0,W1,UXTW]; LDRB W4,[X0,X1]',
      '0:X3; 0:X4',
      '0:X3=3; 0:X4=3;',
    ],
    [
      'pairs',
      'uint32_t x[4]; 0:X0=x; 0:X1=7; 0:X2=9',
      'STP W1,W2,[X0,#4]; LDP X3,X4,[X0]; LDP W5,W6,[X0,#4]',
      '0:X3; 0:X4; 0:X5; 0:X6',
      '0:X3=0x700000000; 0:X4=9; 0:X5=7; 0:X6=9;',
    ],
    [
      'a pair whose first register is its address',
      'uint64_t x[2]={5,6}; 0:X0=x',
      'LDP X0,X1,[X0]',
      '0:X0; 0:X1',
      '0:X0=5; 0:X1=6;',
    ],
    [
      'an addition to a byte',
      'uint32_t x=0x01ff; 0:X0=x; 0:X1=2',
      'LDADDB W1,W2,[X0]',
      '0:X2; x',
      '0:X2=255; [x]=257;',
    ],
    [
      'an exchange of a half',
      'uint32_t x=0x11112222; 0:X0=x; 0:X1=0x93333',
      'SWPALH W1,W2,[X0]',
      '0:X2; x',
      '0:X2=8738; [x]=0x11113333;',
    ],
    [
      'a pointer in memory',
      'x=y; uint32_t y=5; 0:X0=x',
      'LDR X1,[X0]; LDR W2,[X1]; ADD X3,X1,#4',
      '0:X1; 0:X2; 0:X3',
      '0:X1=y; 0:X2=5; 0:X3=y+4;',
    ],
    ['an index in memory', 'uint8_t x[4]={2,7,8,9}; 0:X0=x', 'LDRB W1,[X0]; LDRB W2,[X0,W1,SXTW]', '0:X2', '0:X2=8;'],
  ])('%s', (_, init, code, observed, expected) => {
    expect(result(init, code, observed)).toBe(expected);
  });

  it.each([
    ['B.LT', '-1', '0', 1],
    ['B.LT', '0', '-1', 0],
    ['B.GE', '-1', '-1', 1],
    ['B.GT', '0x7fffffff', '-1', 1],
    ['B.LE', '5', '4', 0],
    ['B.EQ', '4', '4', 1],
    ['B.NE', '4', '4', 0],
  ])('%s after the comparison of %s with %s', (branch, left, right, taken) => {
    for (const width of ['W', 'X']) {
      const code = `LDRB W9,[X0]; CMP ${width}1,${width}2; ${branch} L; B E; L: MOV W3,#1; E:`;
      expect(result(`0:X0=x; 0:X1=${left}; 0:X2=${right}`, code, '0:X3')).toBe(`0:X3=${taken};`);
    }
  });

  it('compares only the low half with CASH, and fails for another one', () => {
    const cash = (expected: string): string[] => [
      ...check(`uint32_t x=0x10002; 0:X0=x; 0:X1=${expected}; 0:X2=9`, ['CASH W1,W2,[X0]'], 'locations [0:X1; x]')
        .states,
    ];
    expect(cash('0x50002')).toEqual(['0:X1=2; [x]=0x10009;']);
    expect(cash('3')).toEqual(['0:X1=2; [x]=0x10002;']);
  });

  it('may fail to store exclusively', () => {
    const init = 'uint16_t x=7; 0:X0=x; 0:X1=8';
    expect(check(init, ['LDXRH W2,[X0]; STXRH W3,W1,[X0]'], 'locations [0:X2; 0:X3; x]').states).toEqual([
      '0:X2=7; 0:X3=0; [x]=8;',
      '0:X2=7; 0:X3=1; [x]=7;',
    ]);
  });

  it('takes a negative number in a condition as a word of 64 or of 32 bits', () => {
    const code = 'LDRB W9,[X0]; MOV X2,X1; MOV W3,W1';
    expect(check('0:X0=x; 0:X1=-1', [code], 'forall (0:X2=-1 /\\ 0:X3=-1 /\\ 0:X3=0xffffffff)').holds).toBe(true);
    expect(check('0:X0=x; 0:X1=-1', [code], 'exists (0:X2=0xffffffff)').holds).toBe(false);
  });
});

describe('atomic accesses of several sizes', () => {
  const X = 'uint64_t x; 0:X0=x; 1:X0=x';
  const ONES = '0:X1=0x100000001; 1:X1=0x100000001';
  const halves = (fence: string): string => `MOV W1,#1; STR W1,[X0]; ${fence}; STR W1,[X0,#4]`;
  const allowed = (init: string, threads: readonly string[], condition: string): ModelName[] =>
    ['sc', 'arm64', 'aarch64'].filter((model) => check(init, threads, `exists (${condition})`, model).allowed === true);

  it.each([
    ['a store is seen as a whole by loads in order', ['STR X1,[X0]', 'LDR W2,[X0,#4]; DMB LD; LDR W3,[X0]'], []],
    ['but not by loads without order', ['STR X1,[X0]', 'LDR W2,[X0,#4]; LDR W3,[X0]'], ['arm64', 'aarch64']],
    ['two stores are seen as two', ['STP W1,W1,[X0]', 'LDR W2,[X0,#4]; DMB LD; LDR W3,[X0]'], ['arm64', 'aarch64']],
  ])('%s', (_, threads, expected) => {
    expect(allowed(`${X}; ${ONES}`, threads, '1:X2=1 /\\ 1:X3=0')).toEqual(expected);
  });

  it.each([
    ['a load reads at once', 'LDR X2,[X0]', '1:X2=0x100000000', []],
    ['a pair of loads does not', 'LDP W3,W2,[X0]', '1:X2=1 /\\ 1:X3=0', ['sc', 'arm64', 'aarch64']],
  ])('%s', (_, reader, condition, expected) => {
    expect(allowed(X, [halves('DMB ST'), reader], condition)).toEqual(expected);
  });

  it('an access that is not aligned is one of bytes', () => {
    const init = 'uint32_t x[4]; 0:X0=x; 1:X0=x';
    const writer = 'MOV W1,#1; STR W1,[X0,#4]; DMB ST; STR W1,[X0,#8]';
    const aligned = writer.replace('#4', '#0').replace('#8', '#4');
    expect(allowed(init, [writer, 'LDR X2,[X0,#4]'], '1:X2=0x100000000')).toEqual(['sc', 'arm64', 'aarch64']);
    expect(allowed(init, [aligned, 'LDR X2,[X0]'], '1:X2=0x100000000')).toEqual([]);
  });

  it('a store after a store to one of its halves comes after it as a whole', () => {
    // P0 reads what P1 stores after reading a half of the last store of P0. The store between depends on what P0 reads.
    const init = `${X}; uint32_t y; 0:X1=2; 0:X5=y; 1:X1=1; 1:X5=y`;
    const writer = (last: string): string => `LDR W2,[X5]; STR W2,[X0,#4]; STR ${last},[X0]`;
    const reader = 'LDR W2,[X0]; DMB SY; STR W1,[X5]';
    expect(allowed(init, [writer('X1'), reader], '0:X2=1 /\\ 1:X2=2')).toEqual([]);
    expect(allowed(init, [writer('W1'), reader], '0:X2=1 /\\ 1:X2=2')).toEqual(['aarch64']);
  });

  it('counts the executions that are not SC', () => {
    const reader = 'LDR W2,[X0,#4]; LDR W3,[X0]';
    const { executions, nonSequential } = check(`${X}; ${ONES}`, ['STR X1,[X0]', reader], 'locations [1:X2; 1:X3]');
    expect([executions, nonSequential]).toEqual([4, 1]);
  });

  it('a load and a later one that is forwarded a half are in order with a store to the other half', () => {
    const writer = 'MOV W1,#1; STR W1,[X0,#4]; DMB SY; STR W1,[X0]';
    const reader = (load: string): string => `LDR W2,[X0]; MOV W3,#2; STR W3,[X0]; ${load}`;
    expect(allowed(X, [writer, reader('LDR X4,[X0]')], '1:X2=1 /\\ 1:X4=2')).toEqual([]);
    expect(allowed(X, [writer, reader('LDR W4,[X0,#4]')], '1:X2=1 /\\ 1:X4=0')).toEqual(['arm64', 'aarch64']);
  });

  it('each half has its own coherence order', () => {
    const init = 'uint64_t x; 0:X0=x; 1:X0=x; 0:X1=0x0000000100000001; 1:X1=2';
    const { states, executions, nonSequential } = check(init, ['STR X1,[X0]', 'STR W1,[X0]'], 'locations [x]');
    expect(states).toEqual(['[x]=0x100000001;', '[x]=0x100000002;']);
    expect([executions, nonSequential]).toEqual([2, 0]);
  });

  it('an atomic instruction of one half lets the other half change', () => {
    const init = 'uint64_t x; 0:X0=x; 0:X1=1; 1:X0=x; 1:X1=1';
    const { states } = check(init, ['LDADD W1,W2,[X0]', 'LDADD W1,W2,[X0]; STR W1,[X0,#4]'], 'locations [x]');
    expect(states).toEqual(['[x]=0x100000002;']);
    const exchanged = ['LDADD X1,X2,[X0]', 'STR W1,[X0,#4]'];
    // The store comes before or after both halves of the instruction.
    expect(check(init, exchanged, 'locations [0:X2; x]').states).toEqual([
      '0:X2=0; [x]=0x100000001;',
      '0:X2=0x100000000; [x]=0x100000001;',
    ]);
  });

  it('the address of an access depends on what is read', () => {
    const init = 'uint64_t p; p=y; uint32_t y=5; uint32_t z; 0:X0=p; 0:X1=z; 0:X2=z; 1:X0=p';
    const writer = (fence: string): string => `MOV W3,#1; STR W3,[X2]; ${fence}; STR X1,[X0]`;
    const reader = 'LDR X1,[X0]; LDR W2,[X1]';
    expect(allowed(init, [writer('DMB ST'), reader], '1:X1=z /\\ 1:X2=0')).toEqual([]);
    expect(allowed(init, [writer('NOP'), reader], '1:X1=z /\\ 1:X2=0')).toEqual(['arm64', 'aarch64']);
    expect(check(init, [writer('DMB ST'), reader], 'locations [1:X1; 1:X2]').states).toEqual([
      '1:X1=y; 1:X2=5;',
      '1:X1=z; 1:X2=1;',
    ]);
  });

  it('an address may be read from memory also if all accesses have one size', () => {
    const init = 'p=y; y=5; z=7; 0:X0=p; 0:X1=z; 1:X0=p';
    const { states } = check(init, ['STR X1,[X0]', 'LDR X1,[X0]; LDR X2,[X1]'], 'locations [1:X1; 1:X2]');
    expect(states).toEqual(['1:X1=y; 1:X2=5;', '1:X1=z; 1:X2=7;']);
  });

  it('load buffering is in the architecture, and not in arm64', () => {
    const threads = ['LDR W2,[X0]; STR W1,[X5]', 'LDR W2,[X5]; STRB W1,[X0]'];
    const init = '0:X0=x; 0:X1=1; 0:X5=y; 1:X0=x; 1:X1=1; 1:X5=y';
    expect(allowed(init, threads, '0:X2=1 /\\ 1:X2=1')).toEqual(['aarch64']);
  });
});

describe('what cannot be modelled is refused', () => {
  const refused = (init: string, code: string): FencepostError => {
    try {
      check(init, [code], 'forall (true)');
    } catch (error) {
      if (error instanceof FencepostError) return error;
      throw error;
    }
    throw new Error('nothing was refused');
  };

  it.each([
    ['an access beyond a variable', 'uint32_t x[2]; 0:X0=x', 'LDR W1,[X0,#8]', 4, /no variable/],
    ['an access across the end of a variable', 'uint64_t x; 0:X0=x', 'LDR X1,[X0,#4]', 4, /no variable/],
    [
      'an index that leaves the variable',
      'uint8_t x[8]={9}; 0:X0=x',
      'LDRB W1,[X0]; LDRB W2,[X0,W1,SXTW]',
      5,
      /no aligned part/,
    ],
    ['exclusives of two sizes', 'uint64_t x; 0:X0=x', 'LDXR X1,[X0]; STXR W2,W3,[X0]', 5, /another size/],
    ['a number of more than 64 bits', '0:X0=x; 0:X1=0x10000000000000000', 'STRB W1,[X0]', 2, /outside the range/],
    ['a number among the addresses', '0:X0=x; 0:X1=0x400000000001', 'STRB W1,[X0]', 2, /among the addresses/],
    ['a large array', 'uint64_t x[9999999]; 0:X0=x', 'STRB W1,[X0]', 2, /65536 bytes/],
    ['a shifted index', 'uint64_t x; 0:X0=x', 'STRB W1,[X0,X1,LSL #3]', 4, /not shifted/],
    ['flags of an addition', 'uint64_t x; 0:X0=x', 'STRB W1,[X0]; ADDS W1,W1,#1', 5, /flags/],
  ])('%s', (_, init, code, line, message) => {
    const error = refused(init, code);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ code: 'LITMUS_UNSUPPORTED', site: { file: 't.litmus', line } });
  });

  it('an index that would leave the variable, but never does, is no reason to refuse', () => {
    const code = 'LDRB W1,[X0]; AND W2,W1,#128; LDRB W3,[X0,W2,SXTW]';
    expect(check('uint8_t x[8]={5}; 0:X0=x', [code], 'forall (0:X3=5)').holds).toBe(true);
  });

  it('too many elements', () => {
    expect(refused('uint8_t x[2]={1,2,3}; 0:X0=x', 'NOP')).toMatchObject({ code: 'LITMUS_SYNTAX' });
  });
});

it('no text ends in anything but an answer or a coded error', () => {
  const rows =
    'LDRB W1,[X0,#2] ;\n CMP W1,#3 ;\n B.LT L ;\n L: STP W1,W2,[X5] ;\n LDR W3,[X0,W1,SXTW] ;\n CASB W1,W2,[X0]';
  const text = `AArch64 T\n{ uint8_t x[8]={1,2}; 0:X0=x; 0:X5=y; }\n P0 ;\n ${rows} ;\nexists (x=0x102 /\\ 0:X3=-1)`;
  const pieces = [
    '',
    ';',
    '{',
    '}',
    '[',
    ']',
    ',',
    '#',
    'W1',
    'X0',
    'x',
    '0',
    '9',
    '0xffffffffffffffff',
    '-1',
    'H',
    ' = ',
  ];
  let answers = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 220 }), fc.nat({ max: 4 }), fc.constantFrom(...pieces)), { maxLength: 2 }),
      (edits) => {
        let edited = text;
        for (const [at, length, piece] of edits) edited = edited.slice(0, at) + piece + edited.slice(at + length);
        try {
          const test = parseLitmus(edited, 't.litmus');
          if (test.dialect === 'AArch64') enumerateLitmus(test, 'aarch64');
          answers++;
        } catch (error) {
          if (!(error instanceof FencepostError)) throw error;
          expect(error.message).not.toBe('');
        }
      },
    ),
    { numRuns: 120, seed: 1 },
  );
  expect(answers).toBeGreaterThan(10);
});
