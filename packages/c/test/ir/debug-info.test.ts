import { describe, expect, it } from 'vitest';
import { DebugInfo } from '../../src/ir/debug/debug-info.js';
import { qualifiedName } from '../../src/ir/debug/debug-names.js';
import { DebugTypes } from '../../src/ir/debug/debug-types.js';
import { demangle } from '../../src/demangle.js';
import { isForeignFile } from '../../src/ir/syntax/foreign.js';
import { Metadata, unescapeString } from '../../src/ir/syntax/metadata.js';

function metadata(text: string): Metadata {
  const nodes = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' = ') as [string, string]);
  return new Metadata(new Map(nodes.map(([name, ...rest]) => [name, rest.join(' = ')])));
}

describe('places', () => {
  const nodes = metadata(`
    !llvm.dbg.cu = !{!0}
    !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang, version 22")
    !1 = !DIFile(filename: "main.c", directory: "/src")
    !2 = !DIFile(filename: "lib.h", directory: "/src")
    !3 = !DIFile(filename: "/usr/include/x.h", directory: "")
    !4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1)
    !5 = distinct !DISubprogram(name: "inlined", scope: !2, file: !2, line: 1)
    !6 = distinct !DILexicalBlock(scope: !4, line: 2, column: 3)
    !7 = !DILocation(line: 7, column: 9, scope: !6)
    !8 = !DILocation(line: 8, column: 2, scope: !5, inlinedAt: !7)
    !9 = !DILocation(line: 0, scope: !5, inlinedAt: !7)
    !10 = !DILocation(line: 10, scope: !4)
    !11 = distinct !{!11, !7, !10}
    !12 = !DILocation(line: 3, scope: !3)
  `);

  it('are found through their scopes', () => {
    const info = new DebugInfo(nodes);
    expect(info.site('!7')).toEqual({ file: 'main.c', line: 7, column: 9 });
    expect(info.site('!10')).toEqual({ file: 'main.c', line: 10 });
    expect(info.site('!12')).toEqual({ file: '/usr/include/x.h', line: 3 });
    expect(info.site(undefined)).toBeUndefined();
    expect(info.site('!99')).toBeUndefined();
  });

  it('are where the code is written, unless it is compiler-generated', () => {
    const info = new DebugInfo(nodes);
    expect(info.site('!8')).toEqual({ file: 'lib.h', line: 8, column: 2 });
    expect(info.site('!9')).toEqual({ file: 'main.c', line: 7, column: 9 });
  });

  it('are the innermost that is not in a header of the system, or the outermost of those', () => {
    const inlined = metadata(`
      !1 = !DIFile(filename: "main.cpp", directory: "/src")
      !2 = !DIFile(filename: "/usr/include/c++/12/atomic", directory: "")
      !3 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/0123")
      !4 = !DILocation(line: 4, scope: !1)
      !5 = !DILocation(line: 5, scope: !1, inlinedAt: !4)
      !6 = !DILocation(line: 6, scope: !2, inlinedAt: !5)
      !7 = !DILocation(line: 7, scope: !3, inlinedAt: !6)
      !8 = !DILocation(line: 8, scope: !2)
      !9 = !DILocation(line: 9, scope: !3, inlinedAt: !8)
    `);
    const info = new DebugInfo(inlined);
    const place = (location: string) => info.place(info.site(location));
    expect(place('!7')).toEqual({ site: { file: 'main.cpp', line: 5 } });
    expect(place('!9')).toEqual({ site: { file: '/usr/include/c++/12/atomic', line: 8 }, foreign: true });
    expect(info.place(undefined)).toEqual({});
  });

  it('are in no system header, unless that is the checked file', () => {
    const file = '/usr/lib/test.c';
    expect(new DebugInfo(nodes, { sourceName: file }).isForeign({ file, line: 1 })).toBe(false);
    expect(new DebugInfo(nodes).isForeign({ file, line: 1 })).toBe(true);
  });

  it.each([
    ['/usr/include/stdio.h', true],
    ['/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/atomic_base.h', true],
    ['/usr/lib/llvm-22/lib/clang/22/include/stdatomic.h', true],
    ['/opt/llvm/lib/clang/19/include/stdatomic.h', true],
    ['/opt/llvm/include/c++/v1/atomic', true],
    ['/rustc/0123/library/core/src/sync/atomic.rs', true],
    ['/home/me/.rustup/toolchains/stable/lib/rustlib/src/rust/library/std/src/thread.rs', true],
    ['library/alloc/src/sync.rs', true],
    ['queue.c', false],
    ['include/queue.h', false],
    ['/usr/src/app/queue.c', false],
    ['/home/me/library/src/queue.rs', false],
  ])('%s belongs to the system: %s', (path, foreign) => {
    expect(isForeignFile(path)).toBe(foreign);
  });

  it('use the names of the user', () => {
    const info = new DebugInfo(nodes, { sourceName: 'src/main.c', directory: '/' });
    expect(info.site('!7')?.file).toBe('src/main.c');
    expect(info.site('!8')?.file).toBe('/src/lib.h');
    expect(new DebugInfo(nodes, { directory: '/src' }).site('!8')?.file).toBe('lib.h');
  });

  it('are known of loops and declarations', () => {
    const info = new DebugInfo(nodes);
    expect(info.loopSite('!11')).toEqual({ file: 'main.c', line: 7, column: 9 });
    expect(info.loopSite(undefined)).toBeUndefined();
    expect(info.declarationSite(nodes.node('!5'))).toEqual({ file: 'lib.h', line: 1 });
  });
});

describe('parts of variables', () => {
  const nodes = metadata(`
    !1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
    !2 = !DISubrange(count: 2)
    !3 = !DISubrange(count: 3)
    !10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
    !11 = distinct !DIGlobalVariable(name: "queue", file: !1, line: 6, type: !12)
    !12 = !DIDerivedType(tag: DW_TAG_typedef, name: "Queue", baseType: !13)
    !13 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Q", size: 320, elements: !14)
    !14 = !{!15, !16, !21, !24}
    !15 = !DIDerivedType(tag: DW_TAG_member, name: "head", baseType: !30, size: 32)
    !16 = !DIDerivedType(tag: DW_TAG_member, name: "grid", baseType: !17, size: 192, offset: 32)
    !17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !1, size: 192, elements: !18)
    !18 = !{!2, !3}
    !21 = !DIDerivedType(tag: DW_TAG_member, baseType: !22, size: 32, offset: 224)
    !22 = distinct !DICompositeType(tag: DW_TAG_union_type, size: 32, elements: !23)
    !23 = !{!25, !26}
    !24 = !DIDerivedType(tag: DW_TAG_member, name: "lock", baseType: !27, size: 64, offset: 256)
    !25 = !DIDerivedType(tag: DW_TAG_member, name: "first", baseType: !1, size: 32)
    !26 = !DIDerivedType(tag: DW_TAG_member, name: "second", baseType: !1, size: 32)
    !27 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", baseType: !13)
    !30 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !1)
    !40 = distinct !DIGlobalVariable(name: "x", type: !41)
    !41 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "atomic<int>", size: 32, elements: !42)
    !42 = !{!43}
    !43 = !DIDerivedType(tag: DW_TAG_inheritance, baseType: !44, extraData: i32 0, size: 32)
    !44 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "__atomic_base<int>", size: 32, elements: !45)
    !45 = !{!46}
    !46 = !DIDerivedType(tag: DW_TAG_member, name: "_M_i", baseType: !1, size: 32)
  `);
  const types = new DebugTypes(nodes);
  const queue = types.variable('!10');

  it.each([
    [0, 'queue.head'],
    [4, 'queue.grid[0][0]'],
    [8, 'queue.grid[0][1]'],
    [16, 'queue.grid[1][0]'],
    [18, 'queue.grid[1][0]+2'],
    [28, 'queue.first'],
    [32, 'queue.lock'],
    [36, 'queue.lock+4'],
    [100, 'queue+100'],
  ])('are named by their members: %i', (offset, name) => {
    expect(types.describe('queue', queue, offset)).toBe(name);
  });

  it('omit names that a library reserves for itself', () => {
    expect(types.describe('x', types.variable('!40'), 0)).toBe('x');
  });

  it('are offsets where no type is known', () => {
    expect(types.describe('y', undefined, 0)).toBe('y');
    expect(types.describe('y', undefined, 8)).toBe('y+8');
  });
});

describe('strings', () => {
  it('are read with their escapes', () => {
    expect(unescapeString('"a\\5Cb%\\22"')).toBe('a\\b%"');
    expect(unescapeString('"\\C3\\A4"')).toBe('ä');
    expect(unescapeString('"\\FF"')).toBe('\\FF');
  });
});

describe('names', () => {
  it('have the namespaces and classes that a user writes', () => {
    const nodes = metadata(`
      !1 = !DINamespace(name: "queue", scope: null)
      !2 = !DINamespace(scope: !1)
      !3 = !DINamespace(name: "v1", scope: !2, exportSymbols: true)
      !4 = !DICompositeType(tag: DW_TAG_class_type, name: "Writer", scope: !3)
      !5 = !DIGlobalVariable(name: "head", scope: !3)
      !6 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !4)
      !7 = !DIGlobalVariable(name: "count", scope: !1, declaration: !6)
      !8 = !DISubprogram(name: "push", scope: !4)
      !9 = !DIGlobalVariable(name: "local", scope: !8)
      !10 = !DIGlobalVariable(line: 3)
    `);
    const names = ['!5', '!7', '!8', '!9', '!10'].map((name) => qualifiedName(nodes, nodes.node(name)));
    expect(names).toEqual(['queue::head', 'queue::Writer::count', 'queue::Writer::push', 'local', undefined]);
  });

  it('omit the crate that is compiled', () => {
    const nodes = metadata(`
      !llvm.dbg.cu = !{!0}
      !0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1)
      !1 = !DIFile(filename: "src/lib.rs/@/ring.36f518837908292e-cgu.0", directory: "/src")
      !2 = !DINamespace(name: "ring", scope: null)
      !3 = !DINamespace(name: "buffer", scope: !2)
      !4 = !DINamespace(name: "other", scope: null)
      !5 = !DIGlobalVariable(name: "A", scope: !2)
      !6 = !DIGlobalVariable(name: "B", scope: !3)
      !7 = !DIGlobalVariable(name: "C", scope: !4)
    `);
    const names = ['!5', '!6', '!7'].map((name) => qualifiedName(nodes, nodes.node(name)));
    expect(names).toEqual(['A', 'buffer::B', 'other::C']);
  });

  it.each([
    ['_ZN5queue4headE', 'queue::head'],
    ['_ZN5queueL4doneE', 'queue::done'],
    ['_ZN12_GLOBAL__N_16hiddenE', 'hidden'],
    ['_ZNK5queue6Writer5countEv', 'queue::Writer::count'],
    ['_ZN5queue6WriterC2Ev', 'queue::Writer::Writer'],
    ['_ZN5queue6WriterD0Ev', 'queue::Writer::~Writer'],
    ['_Z4pushPN5queue4SlotEi', 'push'],
    ['_ZL4head', 'head'],
    ['_ZSt11__once_call', 'std::__once_call'],
    ['_ZNSt6thread4joinEv', 'std::thread::join'],
    ['_ZGVZN5queue3getERKNS_4SlotEE8instance', '_ZGVZN5queue3getERKNS_4SlotEE8instance'],
    ['_ZGVZN5queue3getEPKc3EndE8instance', 'guard of instance'],
    ['_ZTV6Writer', 'vtable of Writer'],
    ['_ZN2mp5queue4HEAD17h17dfac0092f3d234E', 'mp::queue::HEAD'],
    ['_ZNSt6vectorIiSaIiEE4sizeEv', '_ZNSt6vectorIiSaIiEE4sizeEv'],
    ['_Z3maxIiET_S0_S0_', '_Z3maxIiET_S0_S0_'],
    ['_ZplRK3SetS1_', '_ZplRK3SetS1_'],
    ['_ZN5queue', '_ZN5queue'],
    ['_Z', '_Z'],
    ['main', 'main'],
  ])('%s is %s', (symbol, name) => {
    expect(demangle(symbol)).toBe(name);
  });
});
