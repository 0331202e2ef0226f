import type { ModelName } from '@fencepost/core';

/** A mistake that a structure of this folder has with `-DMUTANT=number`. */
export interface Mutant {
  readonly number: number;
  readonly what: string;
  /** A model under which the mistake shows. */
  readonly model: ModelName;
  /** The calls of the smallest scenario that shows it, on 2 threads unless it needs more. */
  readonly calls: number;
  readonly threads: number;
}

/** A data structure of this folder. */
export interface LinearStructure {
  readonly file: string;
  readonly flags?: readonly string[];
  /** Present if the structure is not linearizable: number of calls of the smallest scenario that shows it. */
  readonly wrong?: number;
  /** The model that shows it. Default: SC. */
  readonly wrongUnder?: ModelName;
  readonly mutants: readonly Mutant[];
}

const CXX = ['-std=c++17'];

type Row = readonly [what: string, model: ModelName, calls: number, threads?: number];

function mutants(...all: readonly Row[]): readonly Mutant[] {
  return all.map(([what, model, calls, threads = 2], i) => ({ number: i + 1, what, model, calls, threads }));
}

/** All of them. */
export const STRUCTURES: readonly LinearStructure[] = [
  {
    file: 'treiber.c',
    mutants: mutants(
      ['no tag: ABA', 'sc', 4],
      ['push: release → relaxed', 'rc11', 2],
      ['pop: acquire → relaxed', 'rc11', 2],
      ['pop: store instead of compare-and-swap', 'sc', 3],
      ['push: value after link', 'sc', 2],
    ),
  },
  {
    file: 'michael-scott.c',
    mutants: mutants(
      ['enqueue: release → relaxed', 'rc11', 2],
      ['dequeue: acquire → relaxed', 'rc11', 2],
      ['enqueue: value after link', 'sc', 2],
      ['enqueue: store instead of compare-and-swap', 'sc', 4],
      ['dequeue: store instead of compare-and-swap', 'sc', 3],
    ),
  },
  { file: 'michael-scott.c', flags: ['-DNO_TAIL_CHECK'], mutants: [] },
  {
    file: 'two-lock.c',
    mutants: mutants(
      ['enqueue: release → relaxed', 'rc11', 2],
      ['dequeue: acquire → relaxed', 'rc11', 2],
      ['enqueue: value after link', 'sc', 2],
      ['enqueue: no lock', 'sc', 4],
      ['dequeue: no lock', 'sc', 3],
    ),
  },
  {
    file: 'spsc-ring.cpp',
    flags: CXX,
    // The producer finds it full while the consumer finds it empty: store buffering.
    wrong: 5,
    wrongUnder: 'tso',
    mutants: mutants(
      ['push: acquire → relaxed', 'rc11', 4],
      ['push: release → relaxed', 'rc11', 2],
      ['pop: acquire → relaxed', 'rc11', 2],
      ['push: index before slot', 'sc', 2],
      ['push: one slot too many', 'sc', 5],
      ['pop: index before slot', 'sc', 4],
    ),
  },
  {
    file: 'vyukov-mpmc.cpp',
    flags: CXX,
    mutants: mutants(
      ['push: acquire → relaxed', 'rc11', 4],
      ['push: release → relaxed', 'rc11', 2],
      ['pop: acquire → relaxed', 'rc11', 2],
      ['pop: release → relaxed', 'rc11', 4],
      ['push: store instead of compare-and-swap', 'sc', 3],
      ['push: sequence before value', 'sc', 2],
    ),
  },
  { file: 'vyukov-mpmc.cpp', flags: [...CXX, '-DTRY'], wrong: 3, mutants: [] },
  {
    file: 'chase-lev.c',
    mutants: mutants(
      ['push: no fence', 'rc11', 2],
      ['take: no fence', 'tso', 5],
      ['steal: no fence', 'rc11', 5],
      ['steal: acquire → relaxed', 'rc11', 2],
      ['push: index before task', 'sc', 2],
      ['take: no compare-and-swap for the last', 'sc', 3],
    ),
  },
  {
    file: 'herlihy-wing.c',
    mutants: mutants(
      ['enqueue: load and store instead of add', 'sc', 4],
      ['dequeue: load and store instead of exchange', 'sc', 3],
    ),
  },
  {
    file: 'lazy-list.c',
    mutants: mutants(
      ['no validation', 'sc', 2],
      ['validation without mark of the predecessor', 'sc', 4],
      ['remove: no mark', 'sc', 4],
      ['remove: unlocks the node too early', 'sc', 4],
      ['links: acquire → relaxed', 'rc11', 2],
      ['add: release → relaxed', 'rc11', 2],
    ),
  },
  {
    file: 'harris-list.c',
    mutants: mutants(
      ['find: ignores marks', 'sc', 3],
      ['add: store instead of compare-and-swap', 'sc', 2],
      ['remove: no mark', 'sc', 4],
      ['contains: ignores marks', 'sc', 3],
      ['links: acquire → relaxed', 'rc11', 2],
      ['changes: release → relaxed', 'rc11', 2],
    ),
  },
  {
    file: 'elimination.c',
    mutants: mutants(
      ['offer: withdrawn without looking again', 'sc', 4, 3],
      ['take: store instead of compare-and-swap', 'sc', 4, 3],
      ['push: release → relaxed', 'rc11', 2],
      ['push: goes on although its offer is taken', 'sc', 4, 3],
    ),
  },
  { file: 'snark.c', wrong: 3, mutants: [] },
  {
    file: 'rwlock-map.cpp',
    flags: CXX,
    mutants: mutants(['put: no lock', 'sc', 2], ['put: counts after unlocking', 'sc', 3], ['size: no lock', 'rc11', 2]),
  },
  {
    file: 'priority-queue.cpp',
    flags: CXX,
    mutants: mutants(['pop: flag after unlocking', 'sc', 4], ['pop: no lock', 'sc', 2]),
  },
  {
    file: 'hash-map.c',
    mutants: mutants(
      ['find: store instead of compare-and-swap', 'sc', 2],
      ['put: load and store instead of exchange', 'sc', 2],
      ['get: relaxed', 'rc11', 4],
    ),
  },
  {
    file: 'snapshot.c',
    mutants: mutants(['scan: reads once', 'sc', 3], ['update: relaxed', 'rc11', 3], ['scan: relaxed', 'rc11', 3]),
  },
  { file: 'lru.c', mutants: mutants(['set: no lock', 'sc', 2], ['get: no lock', 'sc', 2]) },
];
