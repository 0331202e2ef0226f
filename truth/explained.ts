import type { Row } from './results.js';

/** Cases whose expected answer rests on another definition than ours, with the argument. */
interface Explained {
  readonly set: string;
  readonly id: RegExp;
  /** Our answer. Any other one is wrong. */
  readonly answer: string;
  readonly why: string;
}

const EXPLAINED: readonly Explained[] = [
  {
    set: 'dartagnan-litmus',
    id: /^rc11 litmus\/C11\/manual\/imm-R2\.litmus$/,
    answer: 'holds',
    why:
      'P1 adds to x and then stores to x, relaxed; P2 reads that store and acquires. In C++11 the store belongs to the ' +
      'release sequence that the addition heads, because it is of the same thread. C++20 (P0982R1) removed such stores ' +
      'from release sequences: only read-modify-writes continue one. So P2 does not synchronise, and may read y = 0.',
  },
  {
    set: 'dartagnan-litmus',
    // At distance 0 the access is aligned.
    id: /^aarch64 litmus\/AARCH64\/mixed\/(LB\+data\+data-misaligned|MP(\+dmbsy)?\+misaligned2\+[1-9]\d*x?(\+addr)?)\.litmus$/,
    answer: 'holds',
    why:
      'The access is not aligned to its size. The set takes it as one. By the architecture (Arm ARM, B2.2.1) only ' +
      'aligned accesses are single-copy atomic; others are accesses to bytes, and the outcome shows one in two parts. ' +
      'FEAT_LSE2, which makes those within 16 aligned bytes atomic, is not assumed.',
  },
  {
    set: 'ultimate',
    id: /^pthreads\/races\/regression\/bitewise-write-disjoint\.c$/,
    answer: 'fails',
    why:
      'main returns without joining the thread, which writes to a variable of main. The lifetime of that variable has ' +
      'ended then (C11, 5.1.2.2.3), and the write races with its end.',
  },
  {
    set: 'ultimate',
    id: /^pthreads\/regression\/ex1\.c$/,
    answer: 'fails',
    why: 'pthread_join stores a pointer of eight bytes into a variable of four.',
  },
];

/** Returns why our answer may differ from the expected one; undefined if nothing explains it. */
export function explanationOf({ set, id, answer }: Pick<Row, 'set' | 'id' | 'answer'>): string | undefined {
  return EXPLAINED.find((each) => each.set === set && each.id.test(id) && each.answer === answer)?.why;
}
