import { describe, expect, it } from 'vitest';
import { definedFunctions, instrument } from '../../src/ir/rewrite/instrument.js';
import type { Instrumented } from '../../src/ir/syntax/tables.js';
import { CLANG, compileBack, fixture, FIXTURES, x86 } from './fixtures.js';

function labels({ labels: list }: Instrumented): string[] {
  return list.map(({ kind, size, order, failureOrder, fn, weak, name, float, pointer, site }, number) =>
    [
      `${number} ${kind} ${size} ${order}`,
      ...[failureOrder, fn, name].filter((word) => word !== undefined),
      ...Object.entries({ weak, float, pointer }).flatMap(([word, on]) => (on === true ? [word] : [])),
      ...(site === undefined ? [] : [`${site.file}:${site.line}:${site.column ?? '-'}`]),
    ].join(' '),
  );
}

/** Golden files hold the labels as comments after the module. */
function golden(result: Instrumented): string {
  const comments = [...labels(result), `library: ${result.libraryCalls.join(' ')}`].map((line) => `; ${line}`);
  return [result.ll, ...comments, ''].join('\n');
}

describe('golden files', () => {
  it.each(['traps', 'memory', 'calls', 'control', 'wasm32', 'queue'])('%s', async (name) => {
    const result = instrument(fixture(`${name}.ll`));
    await expect(golden(result)).toMatchFileSnapshot(`${FIXTURES}/${name}.expected.ll`);
  });

  it.skipIf(CLANG === undefined).each(['traps', 'memory', 'calls', 'control', 'queue'])('%s compiles', (name) => {
    compileBack(instrument(fixture(`${name}.ll`)).ll);
  });

  it.skipIf(CLANG === undefined)('wasm32 compiles', () => {
    const { ll, pointerSize } = instrument(fixture('wasm32.ll'));
    expect(pointerSize).toBe(4);
    compileBack(ll, 'wasm32');
  });
});

describe('the tables', () => {
  const result = instrument(fixture('queue.ll'));

  it('describe the layout of variables', () => {
    const [queue, depth] = result.globals;
    expect(queue).toMatchObject({ name: 'queue', size: 40, constant: false, threadLocal: false, declared: false });
    expect(queue?.site).toEqual({ file: 'queue.c', line: 2 });
    expect(queue?.describe(0)).toBe('queue.head');
    expect(queue?.describe(24 + 10)).toBe('queue.slots[1].tags[1]');
    expect(depth).toMatchObject({ name: 'depth', size: 4, threadLocal: true });
  });

  it('say where loops are', () => {
    expect(result.loops).toEqual([
      { function: 'run', site: { file: 'queue.c', line: 7, column: 3 }, comparable: true, counted: true },
      { function: 'run', site: { file: 'queue.c', line: 9, column: 3 }, comparable: true, counted: false },
    ]);
  });

  it('name local variables', () => {
    const local = result.labels.find(({ kind }) => kind === 'alloca');
    expect(local).toMatchObject({ name: 'local', size: 4, site: { file: 'queue.c', line: 6 } });
    expect(local?.describe?.(2)).toBe('local+2');
  });

  it('list every global variable, in the order of the table in the module', () => {
    const { globals, ll } = instrument(fixture('calls.ll'));
    expect(globals.map(({ name }) => name)).toEqual(['stderr', 'handlers', 'message', 'argv[0]', 'argv']);
    expect(globals.map(({ declared }) => declared)).toEqual([true, false, false, false, false]);
    expect(globals.map(({ constant }) => constant)).toEqual([false, false, true, true, true]);
    expect(ll).toContain('[ptr @stderr, ptr @handlers, ptr @message, ptr @__fp_argv0, ptr @__fp_argv]');
  });
});

describe('several modules', () => {
  it('have separate numbers', () => {
    const { ll, labels: list } = instrument(
      x86(
        '@t = thread_local global i32 0',
        'define void @f() {',
        '  br label %loop',
        'loop:',
        '  %v = load i32, ptr @t',
        '  br label %loop',
        '}',
      ),
      { labelBase: 100, loopBase: 200, globalBase: 300, entry: false },
    );
    expect(ll).toContain('@__fp_globals_300 = constant [2 x ptr] [ptr @x, ptr @t]');
    expect(ll).toContain('@__fp_global_count_300 = constant i32 2');
    expect(ll).toContain('call i32 @__fpx_tls(i32 301)');
    expect(ll).toContain('call void @__fp_loop(i32 200, ');
    expect(ll).toContain('call i32 @__fp_load4(i32 100,');
    expect(ll).not.toContain('wasm-export-name');
    expect(list).toHaveLength(1);
  });

  it('call one another', () => {
    const text = x86('define void @f() {', '  call void @g()', '  ret void', '}', 'declare void @g()');
    expect([...definedFunctions(text)]).toEqual(['f']);
    expect(instrument(text).libraryCalls).toEqual(['g']);
    const linked = instrument(text, { definedElsewhere: new Set(['g']) });
    expect(linked.libraryCalls).toEqual([]);
    expect(linked.ll).toContain('  call void @g()\n');
    expect(linked.ll).toContain('declare void @g()\n');
  });

  it('may have nothing to initialise in a thread-local variable of C++', () => {
    const text = x86(
      'define void @f() {',
      '  %set = icmp ne ptr @_ZTH1t, null',
      '  call void @_ZTH1t()',
      '  ret void',
      '}',
      'declare extern_weak void @_ZTH1t()',
    );
    const { ll, libraryCalls } = instrument(text);
    expect(libraryCalls).toEqual([]);
    expect(ll).toContain('icmp ne ptr null, null');
    const other = '@_ZTH1t = alias void (), ptr @__tls_init\n@hidden = internal alias void (), ptr @__tls_init';
    expect([...definedFunctions(other)]).toEqual(['_ZTH1t']);
    expect(instrument(text, { definedElsewhere: definedFunctions(other) }).ll).toContain('icmp ne ptr @_ZTH1t, null');
  });

  it('do not see static functions, and find main by its name', () => {
    const text =
      'define internal void @a() {\n}\ndefine i32 @__main_argc_argv(i32 %0, ptr %1) {\n}\ndefine void @"b c"() {\n}';
    expect([...definedFunctions(text)]).toEqual(['main', 'b c']);
  });
});

describe('main', () => {
  it.each([
    ['define i32 @main() {', 'ret i32 0', '%r = call i32 @__fp_user_main()\n  ret i32 %r'],
    ['define void @main() {', 'ret void', 'call void @__fp_user_main()\n  ret i32 0'],
    ['define i64 @main() {', 'ret i64 0', '%w = trunc i64 %r to i32\n  ret i32 %w'],
    [
      'define i32 @main(i32 %a, ptr %b, ptr %c) {',
      'ret i32 0',
      '%r = call i32 @__fp_user_main(i32 1, ptr @__fp_argv, ptr null)',
    ],
  ])('may be %s', (head, last, call) => {
    const { ll, hasMain } = instrument(x86(head, `  ${last}`, '}'));
    expect(hasMain).toBe(true);
    expect(ll).toContain(call);
  });

  it('may be missing', () => {
    const { ll, hasMain } = instrument(x86());
    expect(hasMain).toBe(false);
    expect(ll).not.toContain('__fp_main');
    expect(ll).toContain('__fp_start');
  });
});
