import { FencepostError } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { instrument } from '../../src/ir/rewrite/instrument.js';
import { located, x86 } from './fixtures.js';

function failure(text: string): FencepostError {
  try {
    instrument(text);
  } catch (error) {
    if (error instanceof FencepostError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('unsupported constructs', () => {
  it.each([
    ['wide integers', '%v = load i256, ptr %p', /type 'i256'/],
    ['quadruple precision', '%v = load fp128, ptr %p', /type 'fp128'/],
    ['long double', '%v = alloca x86_fp80', /long double/],
    ['atomics of odd sizes', '%v = atomicrmw add ptr %p, i24 1 seq_cst', /type 'i24'/],
    ['atomic floats', '%v = atomicrmw fadd ptr %p, float 1.0 seq_cst', /'fadd'/],
    ['rare atomics', '%v = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst', /'uinc_wrap'/],
    ['rare intrinsics', 'call void @llvm.masked.store.v2i64.p0(ptr %p)', /'llvm.masked.store.v2i64.p0'/],
    ['atomic copies', 'call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr %p)', /element/],
    ['structures for variadic functions', 'call void (i32, ...) @f(i32 1, ptr byval(i32) %p)', /variadic/],
    ['pointers to variadic library functions', 'store ptr @printf, ptr %p', /address of the variadic .* 'printf'/],
    ['arguments in memory of the caller', 'call void @f(ptr inalloca(i32) %p, i32 1)', /caller-allocated memory/],
  ])('%s', (_, line, message) => {
    const error = failure(located(line));
    expect(error.code).toBe('C_UNSUPPORTED');
    expect(error.message).toMatch(message);
    expect(error.site).toEqual({ file: 'a.c', line: 5, column: 2 });
  });

  it.each([
    ['functions chosen at load time', '@f = ifunc void (), ptr @g', /ifunc/],
    ['assembly at the top level', 'module asm "nop"', /outside functions/],
    ['types without names', '%0 = type { i32 }', /types without names/],
    ['functions without end', 'define void @f() {', /no end/],
    ['functions of long double', 'define x86_fp80 @f() {\n  unreachable\n}', /long double/],
  ])('%s', (_, text, message) => {
    const error = failure(x86(text));
    expect(error.code).toBe('C_UNSUPPORTED');
    expect(error.message).toMatch(message);
  });

  it('other targets', () => {
    expect(failure('target triple = "aarch64-linux-gnu"').message).toContain("'aarch64-linux-gnu'");
  });

  it('library functions with the name of an import', () => {
    const text = x86('define void @f() {', '  call void @fence()', '  ret void', '}', 'declare void @fence()');
    expect(failure(text).message).toContain("called 'fence'");
  });
});

describe('constructs that are refused when a thread reaches them', () => {
  it('vectors', () => {
    const { labels } = instrument(located('%v = load <2 x i64>, ptr %p'));
    expect(labels).toContainEqual(
      expect.objectContaining({
        kind: 'refused',
        name: "a shared variable of the type '<2 x i64>' is not supported",
        site: { file: 'a.c', line: 5, column: 2 },
      }),
    );
  });
});

describe('constructs that are supported in private memory', () => {
  it.each(['i128', '<4 x i32>', 'fp128'])('%s', (type) => {
    const text = x86('define void @f() {', `  %a = alloca ${type}`, `  %v = load ${type}, ptr %a`, '  ret void', '}');
    expect(instrument(text).labels).toEqual([]);
  });
});
