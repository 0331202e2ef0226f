import { describe, expect, it } from 'vitest';
import { orderSyntax } from '../../src/text/order-syntax.js';

const site = (file: string) => ({ file, line: 1 });

describe('memory orders and fences', () => {
  it.each([
    ['queue.c', undefined, 'memory_order_acq_rel', 'atomic_thread_fence(memory_order_seq_cst)'],
    [
      'queue.cpp',
      'bits/atomic_base.h',
      'std::memory_order_acq_rel',
      'std::atomic_thread_fence(std::memory_order_seq_cst)',
    ],
    ['queue.ts', 'queue.ts', "'acq_rel'", 'fence()'],
    ['queue.ll', 'src/queue.rs', 'Ordering::AcqRel', 'fence(Ordering::SeqCst)'],
    ['queue.ll', 'src/queue.cpp', 'std::memory_order_acq_rel', 'std::atomic_thread_fence(std::memory_order_seq_cst)'],
    ['recording', 'src/queue.rs', 'Ordering::AcqRel', 'fence(Ordering::SeqCst)'],
    ['queue.ll', undefined, 'memory_order_acq_rel', 'atomic_thread_fence(memory_order_seq_cst)'],
  ])('are written as in the language of %s with operations in %s', (checked, file, order, fence) => {
    const syntax = orderSyntax(checked, file === undefined ? undefined : site(file));
    expect([syntax.order('acq_rel'), syntax.fence('seq_cst')]).toEqual([order, fence]);
  });
});
