import type { AxiomaticProgram } from '@fencepost/axioms';
import { AARCH64, AARCH64_NO_LB, ARM64, C11, ECMASCRIPT, RC11, RC11_2017, SC, toAArch64 } from '@fencepost/axioms';
import { parseScript } from '@fencepost/litmus';
import { describe, expect, it } from 'vitest';
import { allows, allowsAssembly, isRacy, shorthand } from './programs.js';

// Where these models differ from what one expects, or from one another: each with the smallest program.

const compiled = (program: AxiomaticProgram): AxiomaticProgram => toAArch64(program, 'acquire');

describe('RC11', () => {
  it('1: a later store of the same thread ends a release sequence, since C++20', () => {
    const atomic = shorthand('x=1; y=1 rel; y=2 || r0=y acq; r1=x');
    expect(allows(RC11, atomic, '1:r0=2 1:r1=0')).toBe(true);
    expect(allows(RC11_2017, atomic, '1:r0=2 1:r1=0')).toBe(false);
    const plain = shorthand('x=1 na; y=1 rel; y=2 || r0=y acq; if r0==2 r1=x na');
    expect(isRacy(RC11, plain)).toBe(true);
    expect(isRacy(RC11_2017, plain)).toBe(false);
  });

  it('2: any read-modify-write continues a release sequence, a store of another thread does not', () => {
    const rmw = shorthand('x=1; y=1 rel || r0=y+1 || r0=y acq; r1=x');
    expect(allows(RC11, rmw, '1:r0=1 2:r0=2 2:r1=0')).toBe(false);
    const store = shorthand('x=1; y=1 rel || y=2 || r0=y acq; r1=x');
    expect(allows(RC11, store, 'y=2 2:r0=2 2:r1=0')).toBe(true);
  });

  it('3: a read that synchronises with nothing counts for coherence', () => {
    const program = shorthand('x=1 || r0=x; y=1 rel || r0=y acq; r1=x');
    expect(allows(RC11, program, '1:r0=1 2:r0=1 2:r1=0')).toBe(false);
  });

  it('4: seq_cst read-modify-writes are not fences, except as LSE instructions', () => {
    const program = shorthand('r0=x<-1 sc; r1=y || r0=y<-1 sc; r1=x');
    expect(allows(RC11, program, '0:r1=0 1:r1=0')).toBe(true);
    expect(allows(ARM64, compiled(program), '0:r1=0 1:r1=0')).toBe(true);
    expect(allows(AARCH64, compiled(program), '0:r1=0 1:r1=0')).toBe(false);
  });

  it('5: seq_cst accesses mixed with weaker ones are weaker than in C11', () => {
    const program = shorthand('x=1 sc || y=1 sc || r0=x acq; r1=y sc || r0=y acq; r1=x sc');
    const outcome = '2:r0=1 2:r1=0 3:r0=1 3:r1=0';
    expect(allows(RC11, program, outcome)).toBe(true);
    expect(allows(C11, program, outcome)).toBe(false);
    expect(allows(AARCH64, compiled(program), outcome)).toBe(false);
  });

  it('6: seq_cst fences restore SC between relaxed accesses, and against seq_cst accesses', () => {
    const iriw = shorthand('x=1 || y=1 || r0=x; F sc; r1=y || r0=y; F sc; r1=x');
    expect(allows(RC11, iriw, '2:r0=1 2:r1=0 3:r0=1 3:r1=0')).toBe(false);
    expect(allows(C11, iriw, '2:r0=1 2:r1=0 3:r0=1 3:r1=0')).toBe(true);
    expect(allows(RC11, shorthand('x=1; F sc; r0=y || y=1 sc; r0=x sc'), '0:r0=0 1:r0=0')).toBe(false);
  });

  it('7: a mutex is not a fence', () => {
    const program = shorthand('r0=a<-1 acq; x=1; a=0 rel; r1=y || r0=b<-1 acq; y=1; b=0 rel; r1=x');
    expect(allows(RC11, program, '0:r1=0 1:r1=0')).toBe(true);
    expect(allows(ARM64, compiled(program), '0:r1=0 1:r1=0')).toBe(true);
  });

  it('8: read-modify-writes of one location order as fences do, if they acquire and release', () => {
    const program = (order: string, other = 'z'): AxiomaticProgram =>
      shorthand(`x=1; r0=z+0 ${order}; r1=y || y=1; r0=${other}+0 ${order}; r1=x`);
    expect(allows(RC11, program('ar'), '0:r1=0 1:r1=0')).toBe(false);
    for (const order of ['rlx', 'acq', 'rel']) expect(allows(RC11, program(order), '0:r1=0 1:r1=0')).toBe(true);
    expect(allows(RC11, program('ar', 'a'), '0:r1=0 1:r1=0')).toBe(true);
  });

  it('9: fences synchronise through relaxed accesses and release sequences', () => {
    const program = shorthand('x=1; F rel; y=1 || r0=y+1 || r0=y; F acq; r1=x');
    expect(allows(RC11, program, '1:r0=1 2:r0=2 2:r1=0')).toBe(false);
  });

  it('10: release stores do not order one another, as they do on ARM', () => {
    const program = shorthand('x=1 rel; y=2 rel || y=1 rel; x=2 rel');
    expect(allows(RC11, program, 'x=1 y=1')).toBe(true);
    expect(allows(ARM64, compiled(program), 'x=1 y=1')).toBe(false);
  });

  it('19: a release fence keeps earlier reads before later stores', () => {
    expect(isRacy(RC11, shorthand('r0=x na; F rel; y=1 || r0=y acq; if r0==1 x=1 na'))).toBe(false);
    expect(isRacy(RC11, shorthand('r0=x na; y=1 || r0=y acq; if r0==1 x=1 na'))).toBe(true);
  });

  it('22: a compare-exchange that fails is a read of its own order, and part of no release sequence', () => {
    const reader = (failure: string): AxiomaticProgram => shorthand(`x=1; y=1 rel || r0=cas y 9 2 sc ${failure}; r1=x`);
    expect(allows(RC11, reader('rlx'), '1:r0=1 1:r1=0')).toBe(true);
    expect(allows(RC11, reader('acq'), '1:r0=1 1:r1=0')).toBe(false);
    const writer = shorthand('y=1; x=1; r0=cas y 9 2 rel rlx || r0=y acq; r1=x');
    expect(allows(RC11, writer, '1:r0=1 1:r1=0')).toBe(true);
  });

  it('23: a store may come before one that was read already, but not one read by its own thread', () => {
    const program = shorthand('x=1 || x=2; r0=x');
    expect(allows(RC11, program, '1:r0=2 x=1')).toBe(true);
    expect(allows(RC11, program, '1:r0=1 x=2')).toBe(false);
  });

  it('24: nothing comes between the two parts of a read-modify-write', () => {
    for (const model of [SC, RC11, C11]) {
      expect(allows(model, shorthand('r0=x+1 || r0=x+1'), '0:r0=0 1:r0=0'), model.name).toBe(false);
      expect(allows(model, shorthand('r0=x+1 || x=2'), '0:r0=0 x=2'), model.name).toBe(true);
      expect(allows(model, shorthand('r0=x+1 || x=2'), '0:r0=0 x=1'), model.name).toBe(false);
      expect(allows(model, shorthand('x=2 || r0=x<-1 || r0=x'), '1:r0=0 2:r0=2 x=1'), model.name).toBe(false);
    }
  });
});

describe('ARMv8', () => {
  const writes = (location: number, value = 1): string => `MOV W0,#${value}; STR W0,[X${location}]`;
  const message = `${writes(20)}; DMB SY; ${writes(21)}`;

  it('11: LDAPR does not wait for STLR, and may read its own early', () => {
    const sb = (load: string): boolean =>
      allowsAssembly(
        AARCH64,
        [`MOV W0,#1; STLR W0,[X20]; ${load} W1,[X21]`, `MOV W0,#1; STLR W0,[X21]; ${load} W1,[X20]`],
        '0:X1=0 /\\ 1:X1=0',
      );
    expect([sb('LDAPR'), sb('LDAR')]).toEqual([true, false]);
    const forwarded = (load: string): boolean =>
      allowsAssembly(
        AARCH64,
        [
          `MOV W0,#1; STLR W0,[X20]; ${load} W1,[X20]; LDR W2,[X21]`,
          `MOV W0,#1; STLR W0,[X21]; ${load} W1,[X21]; LDR W2,[X20]`,
        ],
        '0:X1=1 /\\ 0:X2=0 /\\ 1:X1=1 /\\ 1:X2=0',
      );
    expect([forwarded('LDAPR'), forwarded('LDAR')]).toEqual([true, false]);
  });

  it('12: SWPAL orders its write before later loads, an exclusive pair does not', () => {
    const sb = (atomic: (location: number) => string, stored = ''): boolean =>
      allowsAssembly(
        AARCH64,
        [`${writes(20)}; ${atomic(22)}; LDR W9,[X21]`, `${writes(21)}; ${atomic(23)}; LDR W9,[X20]`],
        `0:X9=0 /\\ 1:X9=0${stored}`,
      );
    expect(sb((location) => `SWPAL W0,W1,[X${location}]`)).toBe(false);
    const exclusive = (location: number): string => `LDAXR W1,[X${location}]; STLXR W2,W0,[X${location}]`;
    expect(sb(exclusive, ' /\\ 0:X2=0 /\\ 1:X2=0')).toBe(true);
  });

  it('13: the read of SWPL may be early, and the write of SWPA late', () => {
    const early = (swap: string): boolean =>
      allowsAssembly(
        AARCH64,
        [
          `LDR W1,[X20]; DMB SY; ${writes(21)}`,
          `LDR W1,[X21]; MOV W2,#1; ${swap} W2,W3,[X22]; EOR W4,W3,W3; ADD W4,W4,#1; STR W4,[X20]`,
        ],
        '0:X1=1 /\\ 1:X1=1',
      );
    expect([early('SWPL'), early('SWPAL')]).toEqual([true, false]);
    const late = (swap: string): boolean =>
      allowsAssembly(
        AARCH64,
        [`MOV W2,#1; ${swap} W2,W3,[X22]; STR W2,[X20]`, 'LDR W1,[X20]; DMB SY; LDR W2,[X22]'],
        '1:X1=1 /\\ 1:X2=0',
      );
    expect([late('SWPA'), late('SWPAL')]).toEqual([true, false]);
  });

  it('14: DMB ST orders no reads; DMB LD orders reads, but not that of STADD', () => {
    const mp = (option: string): boolean =>
      allowsAssembly(AARCH64, [message, `LDR W1,[X21]; DMB ${option}; LDR W2,[X20]`], '1:X1=1 /\\ 1:X2=0');
    expect([mp('ST'), mp('LD')]).toEqual([true, false]);
    const lb = (add: string): boolean =>
      allowsAssembly(
        AARCH64,
        [`MOV W0,#1; ${add}; DMB LD; STR W0,[X21]`, `LDR W1,[X21]; DMB SY; ${writes(20, 2)}`],
        '[x]=3 /\\ 1:X1=1',
      );
    expect([lb('STADD W0,[X20]'), lb('LDADD W0,W1,[X20]')]).toEqual([true, false]);
  });

  it('15: ctrl orders writes, with ISB reads too; addr orders later writes without a dependency', () => {
    const mp = (between: string): boolean =>
      allowsAssembly(AARCH64, [message, `LDR W1,[X21]; CBNZ W1,L; L: ${between}; LDR W2,[X20]`], '1:X1=1 /\\ 1:X2=0');
    expect([mp('NOP'), mp('ISB')]).toEqual([true, false]);
    const s = (between: string): boolean =>
      allowsAssembly(
        AARCH64,
        [`${writes(20, 2)}; DMB SY; ${writes(21)}`, `LDR W1,[X21]; ${between}; ${writes(20)}`],
        '1:X1=1 /\\ [x]=2',
      );
    expect(s('CBNZ W1,L; L: NOP')).toBe(false);
    expect(s('EOR W2,W1,W1; LDR W3,[X22,W2,SXTW]')).toBe(false);
    expect(s('LDR W3,[X22]')).toBe(true);
  });

  it('16: data carries order through a store that is read early, ctrl does not', () => {
    const mp = (store: string): boolean =>
      allowsAssembly(
        AARCH64,
        [message, `LDR W1,[X21]; ${store}; STR W2,[X22]; LDR W3,[X22]; EOR W4,W3,W3; LDR W5,[X20,W4,SXTW]`],
        '1:X1=1 /\\ 1:X3=1 /\\ 1:X5=0',
      );
    expect(mp('EOR W2,W1,W1; ADD W2,W2,#1')).toBe(false);
    expect(mp('CBNZ W1,L; L: MOV W2,#1')).toBe(true);
  });

  it('17: two reads of a location are in coherence order', () => {
    expect(allowsAssembly(AARCH64, [writes(20), 'LDR W1,[X20]; LDR W2,[X20]'], '1:X1=1 /\\ 1:X2=0')).toBe(false);
  });

  it('18: load buffering is allowed without dependencies, and nowhere in RC11', () => {
    const load = 'LDR W1,[X20]';
    const data = `LDR W1,[X21]; EOR W2,W1,W1; ADD W2,W2,#1; STR W2,[X20]`;
    const threads = [`${load}; ${writes(21)}`, `LDR W1,[X21]; ${writes(20)}`];
    expect(allowsAssembly(AARCH64, threads, '0:X1=1 /\\ 1:X1=1')).toBe(true);
    expect(allowsAssembly(AARCH64_NO_LB, threads, '0:X1=1 /\\ 1:X1=1')).toBe(false);
    const both = [`${load}; EOR W2,W1,W1; ADD W2,W2,#1; STR W2,[X21]`, data];
    expect(allowsAssembly(AARCH64, both, '0:X1=1 /\\ 1:X1=1')).toBe(false);
    expect(allows(RC11, shorthand('r0=x; y=1 || r0=y; x=1'), '0:r0=1 1:r0=1')).toBe(false);
  });

  it('22: an exclusive store may fail for no reason', () => {
    expect(allowsAssembly(AARCH64, ['LDXR W1,[X20]; STXR W2,W1,[X20]'], '0:X2=1')).toBe(true);
  });
});

describe('ECMAScript', () => {
  const allowsScript = (text: string, final: string): boolean =>
    allows(ECMASCRIPT, parseScript(text, 'script').program, final);

  it('20: plain accesses have no coherence order, and atomics are atomic against SeqCst writes only', () => {
    const program = parseScript('x = 1 || r0 = x; r1 = x', 'script').program;
    expect(allows(ECMASCRIPT, program, '1:r0=1 1:r1=0')).toBe(true);
    expect(allows(AARCH64, compiled(program), '1:r0=1 1:r1=0')).toBe(false);
    expect(allowsScript('r0 = Atomics.add(x,10) || x = 1; r0 = x', '0:r0=0 1:r0=10')).toBe(true);
  });

  it('21: synchronisation needs an atomic on both sides', () => {
    const mp = (store: string, load: string): boolean =>
      allowsScript(`x = 1; ${store} || r0 = ${load}; r1 = x`, '1:r0=1 1:r1=0');
    expect(mp('Atomics.store(y,1)', 'Atomics.load(y)')).toBe(false);
    expect(mp('Atomics.store(y,1)', 'y')).toBe(true);
    expect(mp('y = 1', 'Atomics.load(y)')).toBe(true);
  });
});

it('SC allows none of this', () => {
  expect(allows(SC, shorthand('x=1; r0=y || y=1; r0=x'), '0:r0=0 1:r0=0')).toBe(false);
});
