import { describe, expect, it } from 'vitest';
import { evenAddresses, numbersFunctions } from '../../src/ir/function-addresses.js';
import { instrument } from '../../src/ir/instrument.js';
import type { InstrumentOptions } from '../../src/ir/tables.js';
import { endsThreads } from '../../src/ir/unwinding.js';
import { CLANG, compileBack, x86 } from './fixtures.js';

const MODULE = x86(
  'define i32 @left(i32 %x) personality ptr @p {',
  'entry:',
  '  %c = icmp eq i32 %x, 0',
  '  br i1 %c, label %then, label %join',
  'then:',
  '  call void @inner()',
  '  %r = invoke i32 @left(i32 1) to label %join unwind label %pad',
  'pad:',
  '  %v = landingpad { ptr, i32 } cleanup',
  '  call void @destroy() nounwind',
  '  resume { ptr, i32 } %v',
  'join:',
  '  %s = phi i32 [ 7, %entry ], [ %r, %then ]',
  '  ret i32 %s',
  '}',
  'define void @inner() {',
  '  call void @pthread_exit(ptr null) noreturn',
  '  unreachable',
  '}',
  'define void @destroy() nounwind {',
  '  ret void',
  '}',
  'define void @stays() nounwind {',
  '  call void @inner()',
  '  ret void',
  '}',
  'define void @handles() personality ptr @p {',
  '  invoke void @inner() to label %on unwind label %pad',
  'on:',
  '  ret void',
  'pad:',
  '  %v = landingpad { ptr, i32 } catch ptr null',
  '  %t = call i32 @llvm.eh.typeid.for(ptr null)',
  '  unreachable',
  '}',
  'declare i32 @llvm.eh.typeid.for(ptr)',
  'declare void @pthread_exit(ptr)',
  'declare i32 @p(...)',
);

function bodyOf(name: string, options: InstrumentOptions): string {
  const lines = instrument(MODULE, options).ll.split('\n');
  const start = lines.findIndex((line) => line.startsWith('define') && line.includes(`@${name}(`));
  return lines.slice(start, lines.indexOf('}', start)).join('\n');
}

describe('a thread that ends within calls', () => {
  const unwinding = { unwinding: true, exceptions: true };

  it('is expected where a library function ends it', () => {
    expect(endsThreads(MODULE)).toBe(true);
    expect(endsThreads(MODULE.replaceAll('pthread_exit', 'pthread_yield'))).toBe(false);
  });

  it('leaves functions, through landing pads where there are some', () => {
    const left = bodyOf('left', unwinding);
    expect(left.match(/load i32, ptr @__fp_exiting/g)).toHaveLength(2);
    expect(left).toContain('store i32 0, ptr @__fp_exiting');
    expect(left).toMatch(/store i32 1, ptr @__fp_exiting\n {2}ret i32 zeroinitializer/);
    // The block was split at the first call.
    expect(left).toMatch(/phi i32 \[ 7, %entry \], \[ %r, %fp\.then\.1 \]/);
    expect(bodyOf('inner', unwinding)).toContain('ret void');
  });

  it('does not leave functions that are noexcept, nor those that handle exceptions', () => {
    expect(bodyOf('stays', unwinding)).toContain('@__fpx_terminate');
    expect(bodyOf('stays', { unwinding: true })).not.toContain('@__fpx_terminate');
    expect(bodyOf('handles', unwinding)).toContain('@__fpx_caught');
  });

  it('costs nothing elsewhere', () => {
    const { ll } = instrument(MODULE);
    expect(ll).not.toContain('__fp_exiting');
    expect(bodyOf('left', {})).not.toContain('landingpad');
  });

  it.runIf(CLANG !== undefined)('is code that LLVM accepts', () => {
    for (const options of [{}, unwinding, { unwinding: true }]) compileBack(instrument(MODULE, options).ll);
  });
});

describe('addresses of functions', () => {
  const lines = [
    '@table = global [2 x ptr] [ptr @a, ptr @other]',
    '@other = alias void (), ptr @b',
    'define void @a() #0 {',
    '  call void @b()',
    '  store ptr @c, ptr @table',
    '}',
    'define void @b() #0 {',
    '}',
    'define internal void @c() #0 {',
    '}',
    'define void @never() #0 {',
    '}',
  ];

  it('are used two apart, aliases as what they stand for', () => {
    const numbered = new Set<string>();
    const used = (): string[] =>
      evenAddresses(lines, numbered).flatMap((line) => /store volatile ptr (\S+),/.exec(line)?.[1] ?? []);
    expect(used()).toEqual(['@__fp_odd_0', '@a', '@__fp_odd_1', '@b', '@__fp_odd_2', '@c']);
    // Another module with the same functions: only the internal one is another.
    expect(used()).toEqual(['@__fp_odd_0', '@c']);
  });

  it('matter where they become numbers', () => {
    expect(numbersFunctions('store i64 ptrtoint (ptr @f to i64), ptr %p')).toBe(true);
    expect(numbersFunctions('store ptr @f, ptr %p')).toBe(false);
  });
});
