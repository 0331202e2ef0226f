import type { MemoryOrder, Program, ThreadBody, Variable } from '@fencepost/core';
import {
  assert,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  load,
  lock,
  program,
  store,
  unlock,
  until,
} from '@fencepost/core';

// Programs for which other checkers publish, or were measured for, numbers of complete executions. Only the shared
// operations of a thread count; loops over private variables are ordinary code here.

/** N threads; each stores 1 to its own variable, then loads its right neighbour's. */
export function storeBuffering(n: number, order: MemoryOrder = 'relaxed'): Program {
  return program(`sb(${n})`, (p) => {
    const x = p.array('x', n);
    for (let i = 0; i < n; i++) {
      p.thread(`t${i}`, function* () {
        yield store(x[i]!, 1, order);
        return yield load(x[(i + 1) % n]!, order);
      });
    }
  });
}

/**
 * The same with plain accesses, which race, and a check that fails only with store buffers, and only in few executions.
 */
export function relaxedRing(n: number): Program {
  return {
    ...storeBuffering(n, 'plain'),
    name: `relaxed ${n}`,
    after: (final) => assert(final.outcomes().includes(1), 'no thread saw another'),
  };
}

export function messagePassing(): Program {
  return program('mp', (p) => {
    const data = p.variable('data');
    const flag = p.variable('flag');
    p.thread('producer', function* () {
      yield store(data, 42);
      yield store(flag, 1);
    });
    p.thread('consumer', function* () {
      return (yield load(flag)) === 1 ? yield load(data) : undefined;
    });
  });
}

/** One writer, N readers of one variable. */
export function readers(n: number): Program {
  return program(`readers(${n})`, (p) => {
    const x = p.variable('x');
    p.thread('writer', function* () {
      yield store(x, 42);
    });
    for (let i = 0; i < n; i++) {
      p.thread(`reader${i}`, function* () {
        return yield load(x);
      });
    }
  });
}

/** N threads, one fetch-and-add each. */
export function increments(n: number): Program {
  return program(`inc(${n})`, (p) => {
    const x = p.variable('x');
    for (let i = 0; i < n; i++) {
      p.thread(`t${i}`, function* () {
        return yield fetchAdd(x, 1);
      });
    }
    p.after((final) => assert(final.read(x) === n));
  });
}

/**
 * One thread searches from a[N] down for the last zero while N others set a[j] = a[j−1] + 1 (Optimal DPOR, POPL 2014).
 */
export function lastZero(n: number): Program {
  return program(`lastzero(${n})`, (p) => {
    const a = p.array('a', n + 1);
    p.thread('reader', function* () {
      let i = n;
      while ((yield load(a[i]!)) !== 0) i--;
      return i;
    });
    for (let j = 1; j <= n; j++) {
      p.thread(`writer${j}`, function* () {
        yield store(a[j]!, (yield load(a[j - 1]!)) + 1);
      });
    }
  });
}

/** i = j = 1; one thread K times i += j, the other K times j += i; checked at the end, or by a thread that races. */
export function fibonacci(k: number, checker: 'at the end' | 'third thread' = 'at the end'): Program {
  const largest = fibonacciNumber(2 * k + 2);
  return program(checker === 'at the end' ? `fib(${k})` : `fib3(${k})`, (p) => {
    const i = p.variable('i', 1);
    const j = p.variable('j', 1);
    const adder = (to: Variable, from: Variable): ThreadBody =>
      function* () {
        for (let round = 0; round < k; round++) {
          const own = yield load(to);
          yield store(to, own + (yield load(from)));
        }
      };
    p.thread('t1', adder(i, j));
    p.thread('t2', adder(j, i));
    if (checker === 'at the end') p.after((final) => assert(final.read(i) <= largest && final.read(j) <= largest));
    else {
      p.thread('checker', function* () {
        assert((yield load(i)) <= largest);
        assert((yield load(j)) <= largest);
      });
    }
  });
}

function fibonacciNumber(n: number): number {
  let [previous, current] = [0, 1];
  for (let i = 1; i < n; i++) [previous, current] = [current, previous + current];
  return current;
}

/** N threads insert 4 messages each in a hash table of 128 cells by compare-and-swap (POPL 2005). */
export function indexer(n: number): Program {
  const size = 128;
  return program(`indexer(${n})`, (p) => {
    const table = p.array('table', size);
    for (let thread = 0; thread < n; thread++) {
      p.thread(`t${thread}`, function* () {
        for (let message = 1; message <= 4; message++) {
          const word = message * 11 + thread;
          let cell = (word * 7) % size;
          while ((yield compareExchange(table[cell]!, 0, word)) !== 0) cell = (cell + 1) % size;
        }
      });
    }
  });
}

/** N threads each lock an inode and look for a free block (POPL 2005); the first contention appears at N = 14. */
export function fileSystem(n: number): Program {
  const inodes = 32;
  const blocks = 26;
  return program(`filesystem(${n})`, (p) => {
    const inodeLock = p.array('locki', inodes);
    const blockLock = p.array('lockb', blocks);
    const inode = p.array('inode', inodes);
    const busy = p.array('busy', blocks);
    for (let thread = 0; thread < n; thread++) {
      const i = thread % inodes;
      p.thread(`t${thread}`, function* () {
        yield lock(inodeLock[i]!);
        if ((yield load(inode[i]!)) === 0) {
          let b = (i * 2) % blocks;
          for (let tries = 0; tries < blocks; tries++) {
            yield lock(blockLock[b]!);
            if ((yield load(busy[b]!)) === 0) {
              yield store(busy[b]!, 1);
              yield store(inode[i]!, b + 1);
              yield unlock(blockLock[b]!);
              break;
            }
            yield unlock(blockLock[b]!);
            b = (b + 1) % blocks;
          }
        }
        yield unlock(inodeLock[i]!);
      });
    }
  });
}

/** Ticket lock: N threads, K critical sections each, with the fence that PSO needs before the release. */
export function ticketLock(n: number, k: number): Program {
  return program(`ticket(${n},${k})`, (p) => {
    const next = p.variable('next');
    const serving = p.variable('serving');
    const counter = p.variable('counter');
    for (let thread = 0; thread < n; thread++) {
      p.thread(`t${thread}`, function* () {
        for (let round = 0; round < k; round++) {
          const mine = yield fetchAdd(next, 1);
          yield until(serving, '==', mine);
          yield store(counter, (yield load(counter)) + 1);
          yield fence();
          yield store(serving, (yield load(serving)) + 1);
        }
      });
    }
    p.after((final) => assert(final.read(counter) === n * k));
  });
}

/** CLH queue lock, with the same parameters. A node is its `locked` flag; pointers to nodes are addresses. */
export function clhLock(n: number, k: number): Program {
  return program(`clh(${n},${k})`, (p) => {
    const locked = p.array('locked', n + 1);
    const tail = p.variable('tail', locked[n]!.address);
    const counter = p.variable('counter');
    for (let thread = 0; thread < n; thread++) {
      p.thread(`t${thread}`, function* () {
        let mine = locked[thread]!.address;
        for (let round = 0; round < k; round++) {
          yield store(mine, 1);
          const predecessor = yield exchange(tail, mine);
          yield until(predecessor, '==', 0);
          yield store(counter, (yield load(counter)) + 1);
          yield fence();
          yield store(mine, 0);
          mine = predecessor;
        }
      });
    }
    p.after((final) => assert(final.read(counter) === n * k));
  });
}

/** A program and the number of its traces under each model. */
export interface PeerCount {
  readonly name: string;
  readonly make: () => Program;
  readonly sc: number;
  readonly tso: number;
  readonly pso: number;
  /** Small: at most a few thousand traces under every model. */
  readonly size: 'small' | 'large';
}

const MOST_TRACES_OF_SMALL = 6000;

function count(make: () => Program, sc: number, tso = sc, pso = tso, name = make().name): PeerCount {
  return { name, make, sc, tso, pso, size: Math.max(sc, tso, pso) <= MOST_TRACES_OF_SMALL ? 'small' : 'large' };
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

const LOCK_COUNTS = [
  [2, 1, 2],
  [2, 2, 6],
  [2, 3, 20],
  [3, 1, 6],
  [4, 1, 24],
  [3, 2, 90],
] as const;

export const PEER_COUNTS: readonly PeerCount[] = [
  ...Array.from({ length: 12 }, (_, i) => i + 2).map((n) => count(() => storeBuffering(n), 2 ** n - 1, 2 ** n)),
  ...[2, 3, 7, 10].map((n) =>
    count(() => storeBuffering(n, 'seq_cst'), 2 ** n - 1, 2 ** n - 1, 2 ** n - 1, `sb(${n}), seq_cst`),
  ),
  count(messagePassing, 2, 2, 3),
  ...[5, 10, 13, 16].map((n) => count(() => readers(n), 2 ** n)),
  ...[5, 6, 7, 8, 9].map((n) => count(() => increments(n), factorial(n))),
  count(() => lastZero(5), 64),
  count(() => lastZero(8), 704),
  count(() => lastZero(10), 3328),
  count(() => lastZero(12), 15_360),
  count(() => lastZero(14), 69_632),
  count(() => fibonacci(3), 141, 175),
  count(() => fibonacci(4), 1107, 1764),
  count(() => fibonacci(5), 8953, 19_404),
  count(() => fibonacci(6), 73_789, 226_512),
  count(() => fibonacci(5, 'third thread'), 218_243, 525_630),
  count(() => indexer(12), 8),
  count(() => indexer(13), 64),
  count(() => indexer(14), 512),
  count(() => indexer(15), 4096),
  count(() => indexer(16), 32_768),
  count(() => fileSystem(14), 2),
  count(() => fileSystem(16), 8),
  count(() => fileSystem(18), 32),
  count(() => fileSystem(20), 128),
  ...LOCK_COUNTS.map(([n, k, traces]) => count(() => ticketLock(n, k), traces)),
  count(() => ticketLock(7, 1), 5040),
  ...LOCK_COUNTS.map(([n, k, traces]) => count(() => clhLock(n, k), traces)),
];
