import { describe, expect, it } from 'vitest';
import { withOrderAtLine } from '../src/index.js';

describe('another order for the operation of a line', () => {
  it.each([
    ['atomic_store(&x, 1);', 'release', 'atomic_store_explicit(&x, 1, memory_order_release);'],
    ['atomic_load_explicit(&x, memory_order_seq_cst);', 'relaxed', 'atomic_load_explicit(&x, memory_order_relaxed);'],
    ['__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);', 'release', '__atomic_store_n(&x, 1, __ATOMIC_RELEASE);'],
    [
      'r = a + atomic_load(&p[f(1, 2)]);',
      'acquire',
      'r = a + atomic_load_explicit(&p[f(1, 2)], memory_order_acquire);',
    ],
    ['atomic_thread_fence(memory_order_seq_cst);', 'acq_rel', 'atomic_thread_fence(memory_order_acq_rel);'],
    [
      'atomic_compare_exchange_strong(&x, &e, 2);',
      'acq_rel',
      'atomic_compare_exchange_strong_explicit(&x, &e, 2, memory_order_acq_rel, memory_order_acquire);',
    ],
    ['atomic_store(\n  &x,\n  1);', 'relaxed', 'atomic_store_explicit(\n  &x,\n  1, memory_order_relaxed);'],
  ] as const)('%s %s', (before, order, after) => {
    const around = (text: string): string => `int y = 0;\natomic_load(&y);\n${text}\natomic_load(&y);\n`;
    expect(withOrderAtLine(around(before), 3, order, false)?.text).toBe(around(after));
  });

  it('is written with its namespace in C++', () => {
    const found = withOrderAtLine('box->flag.store(true);', 1, 'release', true);
    expect(found).toEqual({ operation: 'store', text: 'box->flag.store(true, std::memory_order_release);' });
  });

  it('needs an operation that begins there', () => {
    const text = 'atomic_store(\n  &x,\n  1);\n// atomic_store(&x, 1);\nx++;\n';
    expect([1, 2, 3, 4, 5, 9].map((line) => withOrderAtLine(text, line, 'relaxed', false)?.operation)).toEqual([
      'atomic_store',
      ...Array.from({ length: 5 }, () => undefined),
    ]);
  });
});
