import type { MemoryOrder } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { atomicCall, orderEdits } from '../src/c-calls.js';
import { tokensOf } from '../src/c-syntax.js';
import { edited } from '../src/editor.js';

/** The text after the call at its start has these orders; undefined: there is no call. */
function ordered(text: string, order: MemoryOrder, failureOrder?: MemoryOrder, isCxx = false): string | undefined {
  const tokens = tokensOf(text);
  const call = atomicCall(tokens, 0);
  return call && edited(text, orderEdits(tokens, call, { order, failureOrder }, isCxx));
}

describe('orders of calls', () => {
  it.each<[string, MemoryOrder, MemoryOrder | undefined, string]>([
    ['atomic_load(&x)', 'acquire', undefined, 'atomic_load_explicit(&x, memory_order_acquire)'],
    ['atomic_load(&x)', 'seq_cst', undefined, 'atomic_load(&x)'],
    ['atomic_store(&x, f(a, b))', 'relaxed', undefined, 'atomic_store_explicit(&x, f(a, b), memory_order_relaxed)'],
    ['atomic_store_explicit(&x, 1, ORDER)', 'release', undefined, 'atomic_store_explicit(&x, 1, memory_order_release)'],
    [
      'atomic_flag_test_and_set(&x)',
      'acquire',
      undefined,
      'atomic_flag_test_and_set_explicit(&x, memory_order_acquire)',
    ],
    ['atomic_thread_fence(memory_order_seq_cst)', 'acq_rel', undefined, 'atomic_thread_fence(memory_order_acq_rel)'],
    [
      'atomic_compare_exchange_weak(&x, &e, 1)',
      ...(['release', 'acquire'] as const),
      'atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_release, memory_order_acquire)',
    ],
    [
      'atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_seq_cst, ORDER)',
      ...(['acquire', 'relaxed'] as const),
      'atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_acquire, memory_order_relaxed)',
    ],
    ['__atomic_load_n(&x, __ATOMIC_SEQ_CST)', 'acquire', undefined, '__atomic_load_n(&x, __ATOMIC_ACQUIRE)'],
    ['__atomic_load(&x, &y, 5)', 'acquire', undefined, '__atomic_load(&x, &y, __ATOMIC_ACQUIRE)'],
    ['__atomic_add_fetch(&x, 1, ORDER)', 'release', undefined, '__atomic_add_fetch(&x, 1, __ATOMIC_RELEASE)'],
    [
      '__atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)',
      ...(['acq_rel', 'relaxed'] as const),
      '__atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)',
    ],
  ])('%s %s %s', (text, order, failure, expected) => {
    expect(ordered(text, order, failure)).toBe(expected);
  });

  it.each<[string, MemoryOrder, MemoryOrder | undefined, string]>([
    ['x.load()', 'acquire', undefined, 'x.load(std::memory_order_acquire)'],
    ['x.store(1)', 'release', undefined, 'x.store(1, std::memory_order_release)'],
    [
      'q->a[i + f(2)].store(1, memory_order_seq_cst)',
      'release',
      undefined,
      'q->a[i + f(2)].store(1, memory_order_release)',
    ],
    ['x.load(std::memory_order::seq_cst)', 'acquire', undefined, 'x.load(std::memory_order::acquire)'],
    ['at(0)->fetch_add(1)', 'relaxed', undefined, 'at(0)->fetch_add(1, std::memory_order_relaxed)'],
    ['x.compare_exchange_weak(e, 1)', 'acq_rel', 'acquire', 'x.compare_exchange_weak(e, 1, std::memory_order_acq_rel)'],
    [
      'x.compare_exchange_weak(e, 1, std::memory_order_seq_cst)',
      ...(['acquire', 'relaxed'] as const),
      'x.compare_exchange_weak(e, 1, std::memory_order_acquire, std::memory_order_relaxed)',
    ],
    ['std::atomic_store(&x, 1)', 'release', undefined, 'std::atomic_store_explicit(&x, 1, std::memory_order_release)'],
  ])('%s %s %s in C++', (text, order, failure, expected) => {
    expect(ordered(text, order, failure, true)).toBe(expected);
  });

  it.each(['x = 1', 'x++', '__sync_fetch_and_add(&x, 1)', 'store(&x, 1)', 'x + y.load()', 'list.clear(a, b)'])(
    'leaves %s alone',
    (text) => {
      expect(ordered(text, 'relaxed')).toBeUndefined();
    },
  );
});
