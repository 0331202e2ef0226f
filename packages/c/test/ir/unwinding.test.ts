import { describe, expect, it } from 'vitest';
import { unwinds } from '../../src/ir/rewrite/exceptions.js';
import { evenAddresses, numbersFunctions } from '../../src/ir/analysis/function-addresses.js';
import { instrument } from '../../src/ir/rewrite/instrument.js';
import type { InstrumentOptions } from '../../src/ir/syntax/tables.js';
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
  '  %v = landingpad { ptr, i32 } catch ptr @type catch ptr null filter [1 x ptr] [ptr @type]',
  '  %t = call i32 @llvm.eh.typeid.for(ptr @type)',
  '  unreachable',
  '}',
  '@type = external constant ptr',
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
    expect(unwinds([MODULE])).toBe(true);
    expect(unwinds([MODULE.replaceAll('pthread_exit', 'pthread_yield')])).toBe(false);
  });

  it('leaves functions, through landing pads where there are some', () => {
    const left = bodyOf('left', unwinding);
    // After the calls, and in the pad.
    expect(left.match(/load i32, ptr @__fp_exiting/g)).toHaveLength(3);
    expect(left).toContain('store i32 0, ptr @__fp_exiting');
    expect(left).toMatch(/store i32 %fp\.\d+, ptr @__fp_exiting\n {2}ret i32 zeroinitializer/);
    // The block was split at the first call.
    expect(left).toMatch(/phi i32 \[ 7, %entry \], \[ %r, %fp\.then\.1 \]/);
    expect(bodyOf('inner', unwinding)).toContain('ret void');
  });

  it('does not leave functions that are noexcept', () => {
    expect(bodyOf('stays', unwinding)).toContain('@__fp_uncaught');
    expect(bodyOf('stays', { unwinding: true })).not.toContain('@__fp_uncaught');
  });

  it('asks the runtime which clause of a landing pad applies, in their order', () => {
    const handles = bodyOf('handles', unwinding);
    expect(handles).toMatch(
      /(%fp\.\d+) = call i32 @__fp_match\(ptr %fp\.\d+, ptr @type, i32 0\)\n.*ptr null, i32 \1\)/,
    );
    expect(handles).toContain('%t = ptrtoint ptr @type to i32');
    expect(handles).toMatch(/select i1 %fp\.\d+, i32 0, i32 -1/);
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

describe('exceptions', () => {
  const thrown = 'declare void @__cxa_throw(ptr, ptr, ptr)\n';
  const handler = (name: string, calls: string): string =>
    `\ndefine void @${name}() personality ptr @p {\n  %v = landingpad { ptr, i32 }\n          catch ptr null\n${calls}\n}\n`;
  const begin = '  call ptr @__cxa_begin_catch(ptr %x)';
  const again = `${begin}\n  call void @__cxa_rethrow()`;

  it('unwind calls if something is thrown and something handles it', () => {
    expect(unwinds([thrown + handler('main', begin)])).toBe(true);
    expect(unwinds([thrown, handler('main', begin)])).toBe(true);
    expect(unwinds([handler('main', begin)])).toBe(false);
    expect(unwinds([thrown])).toBe(false);
  });

  it('do not, if only the library handles them, to throw them again', () => {
    expect(unwinds([thrown + handler('_ZNSt6vectorIiE4pushEv', again)])).toBe(false);
    expect(unwinds([thrown + handler('_ZNSt6vectorIiE4pushEv', `${again}\n${begin}`)])).toBe(true);
    expect(unwinds([thrown + handler('_ZN4User4pushEv', again)])).toBe(true);
  });

  it('do not, if functions are only noexcept', () => {
    expect(unwinds([thrown + handler('f', '  call void @__clang_call_terminate(ptr %x)')])).toBe(false);
  });
});

describe('functions that run at the end', () => {
  it('are registered before anything else, the last to run first', () => {
    const entry = (priority: number, fn: string): string =>
      `{ i32, ptr, ptr } { i32 ${priority}, ptr @${fn}, ptr null }`;
    const { ll, libraryCalls } = instrument(
      x86(
        `@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [${entry(7, 'up')}]`,
        `@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [${entry(65535, 'first')}, ${entry(9, 'last')}]`,
        ...['up', 'first', 'last'].map((name) => `define void @${name}() {\n  ret void\n}`),
      ),
    );
    expect(libraryCalls).toEqual(['atexit']);
    expect(ll).toContain(`[2 x { i32, ptr, ptr }] [${entry(0, '__fp_register_destructors')}, ${entry(7, 'up')}]`);
    expect(ll).not.toContain('global_dtors');
    expect(ll.indexOf('ptr @last to i64')).toBeLessThan(ll.indexOf('ptr @first to i64'));
    if (CLANG !== undefined) compileBack(ll);
  });
});

describe('function addresses', () => {
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

  it('are two apart; aliases have the address of their target', () => {
    const numbered = new Set<string>();
    const used = (): string[] =>
      evenAddresses(lines, numbered).flatMap((line) => /store volatile ptr (\S+),/.exec(line)?.[1] ?? []);
    expect(used()).toEqual(['@__fp_odd_0', '@a', '@__fp_odd_1', '@b', '@__fp_odd_2', '@c']);
    // Another module with the same functions: only the internal one is another.
    expect(used()).toEqual(['@__fp_odd_0', '@c']);
  });

  it('matter where they become integers', () => {
    expect(numbersFunctions('store i64 ptrtoint (ptr @f to i64), ptr %p')).toBe(true);
    expect(numbersFunctions('store ptr @f, ptr %p')).toBe(false);
  });
});
