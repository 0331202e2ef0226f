import type { OperationRepair } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { cEditor } from '../src/c-editor.js';
import { edited } from '../src/editor.js';

/** `@` marks places of repairs; the text has the include that a fence needs. */
function repaired(
  marked: string,
  changes: readonly Pick<OperationRepair, 'change' | 'order'>[],
  { isCxx = false, strictly = false } = {},
): string | undefined {
  const editor = cEditor(['tso'], isCxx);
  const header = HEADERS[Number(isCxx)]!.replace('\n', marked.includes('\r\n') ? '\r\n' : '\n');
  const parts = `${header}${marked}`.split('@');
  const text = parts.join('');
  const repairs = parts.slice(1).map((_, i): OperationRepair => {
    const before = parts.slice(0, i + 1).join('');
    const line = before.split('\n').length;
    const column = Buffer.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1;
    return { operation: 'store', site: { file: 'a.c', line, column }, ...changes[i % changes.length]! };
  });
  if (!repairs.every((repair) => editor.canMake(text, repair, strictly))) return undefined;
  return edited(text, editor.edits(text, repairs)).slice(header.length).replaceAll(/std::/g, '');
}

const HEADERS = ['#include <stdatomic.h>\n', '#include <atomic>\n'];
const AFTER = [{ change: 'fence after', order: 'seq_cst' }] as const;
const BEFORE = [{ change: 'fence before', order: 'seq_cst' }] as const;
const FENCE = 'atomic_thread_fence(memory_order_seq_cst)';

describe('a fence in C', () => {
  it.each([
    ['void f() {\n  x @= 1;\n  y;\n}', `void f() {\n  x = 1;\n  ${FENCE};\n  y;\n}`],
    ['void f() {\n\tx @= 1; // why\n\ty;\n}', `void f() {\n\tx = 1; // why\n\t${FENCE};\n\ty;\n}`],
    ['void f() {\r\n  x @= 1;\r\n}\r\n', `void f() {\r\n  x = 1;\r\n  ${FENCE};\r\n}\r\n`],
    ['void f() { x @= 1; y; }', `void f() { x = 1; ${FENCE}; y; }`],
    ['void f() { if (a) x @= 1; else y; }', `void f() { if (a) { x = 1; ${FENCE}; } else y; }`],
    ['void f() {\n  if (a)\n    x @= 1;\n}', `void f() {\n  if (a)\n    { x = 1; ${FENCE}; }\n}`],
    ['void f() { do x @= 1; while (a); }', `void f() { do { x = 1; ${FENCE}; } while (a); }`],
    ['void f() { switch (a) { case 1: x @= 1; } }', `void f() { switch (a) { case 1: x = 1; ${FENCE}; } }`],
    ['void f() {\nout:\n  x @= 1;\n}', `void f() {\nout:\n  x = 1;\n  ${FENCE};\n}`],
    ['void f() { x @= "; }"[0]; }', `void f() { x = "; }"[0]; ${FENCE}; }`],
    ["void f() { x @= ';'; }", `void f() { x = ';'; ${FENCE}; }`],
    ['void f() { x @= 1; /* ü */ y @= 2; }', `void f() { x = 1; ${FENCE}; /* ü */ y = 2; ${FENCE}; }`],
    ['#define A \\\n  {\nvoid f() { x @= 1; }', `#define A \\\n  {\nvoid f() { x = 1; ${FENCE}; }`],
    [
      'struct s { int a; } s = { 1 };\nvoid f() { x @= 1; }',
      `struct s { int a; } s = { 1 };\nvoid f() { x = 1; ${FENCE}; }`,
    ],
  ])('after %j', (text, expected) => {
    expect(repaired(text, AFTER)).toBe(expected);
  });

  it.each([
    ['void f() {\n  r = @y;\n}', `void f() {\n  ${FENCE};\n  r = y;\n}`],
    ['void f() { if (@y) r = 1; }', `void f() { ${FENCE}; if (y) r = 1; }`],
    [
      'void f() { if (a) r; else if (@y) r = 1; else r = 2; }',
      `void f() { if (a) r; else { ${FENCE}; if (y) r = 1; else r = 2; } }`,
    ],
    ['void f() { while (@y) ; }', `void f() { while (${FENCE}, y) ; }`],
    ['void f() { do { a; } while (@y); }', `void f() { do { a; } while (${FENCE}, y); }`],
    ['void f() { return @y; }', `void f() { ${FENCE}; return y; }`],
    ['void f() { int r = @y, s[] = { 1, 2 }; }', `void f() { ${FENCE}; int r = y, s[] = { 1, 2 }; }`],
  ])('before %j', (text, expected) => {
    expect(repaired(text, BEFORE)).toBe(expected);
  });

  it('stands before and after one statement', () => {
    expect(repaired('void f() { if (a) x@ @= 1; }', [BEFORE[0], AFTER[0]])).toBeUndefined();
    expect(repaired('void f() { if (a) @x @= 1; }', [BEFORE[0], AFTER[0]])).toBe(
      `void f() { if (a) { ${FENCE}; x = 1; ${FENCE}; } }`,
    );
  });

  it('goes into lambdas and templates', () => {
    const text = 'auto t = thread([&] { x.@store(1, relaxed); y.load(); });';
    expect(repaired(text, AFTER, { isCxx: true })).toBe(
      `auto t = thread([&] { x.store(1, relaxed); ${FENCE}; y.load(); });`,
    );
  });

  it.each([
    'int a[] = { @x };',
    'void f() { return x @= 1; }',
    'void f() { for (x @= 1; y;) ; }',
    'void f() { while (x @= 1, y) ; }',
    '#define A x @= 1\n',
    'void f() { /* x @= 1; */ }',
  ])('has no place after %j', (text) => {
    expect(repaired(text, AFTER)).toBeUndefined();
  });

  it('is not next to a possible macro, if the edit must be certain', () => {
    expect(repaired('void f() { @PUT(x, 1); }', AFTER)).toBe(`void f() { PUT(x, 1); ${FENCE}; }`);
    expect(repaired('void f() { @PUT(x, 1); }', AFTER, { strictly: true })).toBeUndefined();
    expect(repaired('void f() { @atomic_store(&x, 1); }', AFTER, { strictly: true })).toBeDefined();
  });

  it.each([
    ['int a;\n', '#include <stdatomic.h>\nint a;\n'],
    ['#include "a.h"', '#include "a.h"\n#include <stdatomic.h>\n'],
    [
      '#include "a.h"\n#ifdef B\n#include "b.h"\n#endif\n',
      '#include "a.h"\n#include <stdatomic.h>\n#ifdef B\n#include "b.h"\n#endif\n',
    ],
    [
      '#ifndef A_H\n#define A_H\n#include "b.h"\n#endif\n',
      '#ifndef A_H\n#define A_H\n#include "b.h"\n#include <stdatomic.h>\n#endif\n',
    ],
  ])('is declared: %j', (start, expected) => {
    const text = `${start}\nvoid f() { x = 1; }\n`;
    const line = text.split('\n').findIndex((each) => each.startsWith('void')) + 1;
    const repair = { ...AFTER[0], operation: 'store' as const, site: { file: 'a.c', line, column: 14 } };
    expect(edited(text, cEditor(['tso'], false).edits(text, [repair]))).toMatch(
      new RegExp(`^${expected.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`),
    );
  });
});

describe('an order in C', () => {
  const order = [{ change: 'order', order: 'seq_cst' }] as const;

  it.each([
    ['@atomic_store_explicit(&x, 1, memory_order_relaxed);', 'atomic_store_explicit(&x, 1, memory_order_seq_cst);'],
    ['@atomic_store_explicit(&x, 1, ORDER);', 'atomic_store_explicit(&x, 1, memory_order_seq_cst);'],
    ['@__atomic_store_n(&x, 1, __ATOMIC_RELEASE);', '__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);'],
    ['x.@store(1, memory_order::relaxed);', 'x.store(1, memory_order::seq_cst);'],
    [
      '@atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_acquire, memory_order_relaxed);',
      'atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_seq_cst, memory_order_relaxed);',
    ],
    [
      '@atomic_store_explicit(&x, atomic_load_explicit(&y, memory_order_relaxed), memory_order_release);',
      'atomic_store_explicit(&x, atomic_load_explicit(&y, memory_order_relaxed), memory_order_seq_cst);',
    ],
  ])('%j', (statement, expected) => {
    expect(repaired(`void f() { ${statement} }`, order)).toBe(`void f() { ${expected} }`);
  });

  it.each(['x @= 1;', '@atomic_store(&x, 1);', '@x;'])('that is not written: %j', (statement) => {
    expect(repaired(`void f() { ${statement} }`, order)).toBeUndefined();
  });
});
