import type { Operation, Program, ThreadBody } from '@fencepost/core';
import {
  assert,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  join,
  load,
  program,
  spawn,
  store,
  stuck,
  until,
} from '@fencepost/core';

// The programs of corpus/peers as generator functions: the same operations in the same order, and a main that starts the
// threads and waits for them, so that only the front end differs.

type Main = Generator<Operation, void, number>;

/** What main does: starts the threads, waits for them in the same order, looks at the result. */
function mainOf(threads: readonly ThreadBody[], last?: () => Main): ThreadBody {
  return function* () {
    const handles: number[] = [];
    for (const thread of threads) handles.push(yield spawn(thread));
    for (const handle of handles) yield join(handle);
    if (last !== undefined) yield* last();
  };
}

/** The first operation of an iteration that may turn out to have changed nothing. */
function tries(operation: Operation): Operation {
  return { ...operation, until: 'progress' };
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function storeBuffering(n: number): Program {
  return program(`sb(${n})`, (p) => {
    const x = p.array('x', n);
    const seen = p.array('seen', n);
    const ring = (i: number): ThreadBody =>
      function* () {
        yield store(x[i]!, 1);
        yield store(seen[i]!, yield load(x[(i + 1) % n]!), 'plain');
      };
    p.thread('main', mainOf(range(n).map(ring)));
  });
}

export function readers(n: number): Program {
  return program(`readers(${n})`, (p) => {
    const x = p.variable('x');
    const writer: ThreadBody = function* () {
      yield store(x, 1);
    };
    const reader: ThreadBody = function* () {
      yield load(x);
    };
    p.thread('main', mainOf([writer, ...range(n).map(() => reader)]));
  });
}

export function lastZero(n: number): Program {
  return program(`lastzero(${n})`, (p) => {
    const a = p.array('a', n + 1);
    const search: ThreadBody = function* () {
      for (let i = n; (yield load(a[i]!)) !== 0;) i--;
    };
    const bump = (j: number): ThreadBody =>
      function* () {
        yield store(a[j]!, (yield load(a[j - 1]!)) + 1);
      };
    p.thread('main', mainOf([search, ...range(n).map((i) => bump(i + 1))]));
  });
}

export function fibonacci(k: number): Program {
  let [low, most] = [0, 1];
  for (let i = 1; i < 2 * k + 2; i++) [low, most] = [most, low + most];
  return program(`fib(${k})`, (p) => {
    const i = p.variable('i', 1);
    const j = p.variable('j', 1);
    const adder = (to: typeof i, from: typeof i): ThreadBody =>
      function* () {
        for (let round = 0; round < k; round++) {
          const own = yield load(to);
          yield store(to, own + (yield load(from)));
        }
      };
    p.thread(
      'main',
      mainOf([adder(i, j), adder(j, i)], function* () {
        assert((yield load(i)) <= most && (yield load(j)) <= most);
      }),
    );
  });
}

export function increments(n: number): Program {
  return program(`inc(${n})`, (p) => {
    const counter = p.variable('counter');
    const increment: ThreadBody = function* () {
      yield fetchAdd(counter, 1, 'relaxed');
    };
    const threads = range(n).map(() => increment);
    p.thread(
      'main',
      mainOf(threads, function* () {
        assert((yield load(counter, 'seq_cst')) === n);
      }),
    );
  });
}

export function indexer(n: number): Program {
  const cells = 128;
  return program(`indexer(${n})`, (p) => {
    const table = p.array('table', cells);
    const insert = (thread: number): ThreadBody =>
      function* () {
        for (let message = 1; message <= 4; message++) {
          const word = message * 11 + thread;
          let cell = (word * 7) % cells;
          while ((yield compareExchange(table[cell]!, 0, word)) !== 0) cell = (cell + 1) % cells;
        }
      };
    p.thread('main', mainOf(range(n).map(insert)));
  });
}

export function ticketLock(n: number, k: number): Program {
  return program(`ticket(${n},${k})`, (p) => {
    const tickets = p.variable('tickets');
    const serving = p.variable('serving');
    const counter = p.variable('counter');
    const work: ThreadBody = function* () {
      for (let round = 0; round < k; round++) {
        yield until(serving, '==', yield fetchAdd(tickets, 1), 'acquire');
        yield store(counter, (yield load(counter, 'plain')) + 1, 'plain');
        yield fence();
        yield store(serving, (yield load(serving)) + 1);
      }
    };
    const threads = range(n).map(() => work);
    p.thread(
      'main',
      mainOf(threads, function* () {
        assert((yield load(counter, 'plain')) === n * k);
      }),
    );
  });
}

export function clhLock(n: number, k: number): Program {
  return program(`clh(${n},${k})`, (p) => {
    const locked = p.array('locked', n + 1);
    const tail = p.variable('tail', locked[n]!.address);
    const counter = p.variable('counter');
    const work = (thread: number): ThreadBody =>
      function* () {
        let mine = locked[thread]!.address;
        for (let round = 0; round < k; round++) {
          yield store(mine, 1);
          const before = yield exchange(tail, mine);
          yield until(before, '==', 0, 'acquire');
          yield store(counter, (yield load(counter, 'plain')) + 1, 'plain');
          yield fence();
          yield store(mine, 0);
          mine = before;
        }
      };
    p.thread(
      'main',
      mainOf(range(n).map(work), function* () {
        assert((yield load(counter, 'plain')) === n * k);
      }),
    );
  });
}

/** P producers, C consumers, K operations each; node 0 is the first dummy, links and ends hold numbers of nodes. */
export function msQueue(producers: number, consumers: number, k: number): Program {
  return program(`msqueue(${producers},${consumers},${k})`, (p) => {
    const values = p.array('value', producers * k + 1);
    const links = p.array('next', producers * k + 1);
    const head = p.variable('head');
    const tail = p.variable('tail');
    const taken = p.array('taken', consumers * k);
    const produce = (thread: number): ThreadBody =>
      function* () {
        for (let fresh = 1 + thread * k; fresh < 1 + (thread + 1) * k; fresh++) {
          yield store(values[fresh]!, fresh, 'plain');
          for (;;) {
            const last = yield tries(load(tail, 'acquire'));
            const next = yield load(links[last]!, 'acquire');
            if (next !== 0) {
              if ((yield compareExchange(tail, last, next)) !== last) yield stuck(3);
            } else if ((yield compareExchange(links[last]!, 0, fresh)) === 0) {
              yield compareExchange(tail, last, fresh);
              break;
            } else yield stuck(3);
          }
        }
      };
    const consume = (thread: number): ThreadBody =>
      function* () {
        for (let place = thread * k; place < (thread + 1) * k; place++) {
          for (;;) {
            const first = yield tries(load(head, 'acquire'));
            const last = yield load(tail, 'acquire');
            const next = yield load(links[first]!, 'acquire');
            if (first !== last) {
              const value = yield load(values[next]!, 'plain');
              if ((yield compareExchange(head, first, next)) !== first) yield stuck(5);
              else {
                yield store(taken[place]!, value, 'plain');
                break;
              }
            } else if (next === 0) {
              yield store(taken[place]!, 0, 'plain');
              break;
            } else if ((yield compareExchange(tail, last, next)) !== last) yield stuck(4);
          }
        }
      };
    const threads = [...range(producers).map(produce), ...range(consumers).map(consume)];
    p.thread(
      'main',
      mainOf(threads, function* () {
        for (let i = 0; i < taken.length; i++) {
          for (let j = 0; j < i; j++) {
            const one = yield load(taken[i]!, 'plain');
            assert(one === 0 || (yield load(taken[i]!, 'plain')) !== (yield load(taken[j]!, 'plain')));
          }
        }
      }),
    );
  });
}

/** R threads pop, W threads push. The top is a node and, above 8 bits, a version. */
export function treiberStack(r: number, w: number): Program {
  const versioned = (index: number, old: number): number => (((old >> 8) + 1) << 8) | index;
  return program(`treiber(${r},${w})`, (p) => {
    const values = p.array('value', w + 1);
    const links = p.array('next', w + 1);
    const top = p.variable('top');
    const popped = p.array('popped', r);
    const push = (index: number): ThreadBody =>
      function* () {
        yield store(values[index]!, 10 + index, 'plain');
        for (;;) {
          const old = yield load(top, 'acquire');
          yield store(links[index]!, old);
          if ((yield compareExchange(top, old, versioned(index, old), 'release')) === old) return;
        }
      };
    const pop = (place: number): ThreadBody =>
      function* () {
        for (;;) {
          const old = yield tries(load(top, 'acquire'));
          const index = old & 0xff;
          if (index === 0) return;
          const next = (yield load(links[index]!)) & 0xff;
          if ((yield compareExchange(top, old, versioned(next, old), 'release')) === old) {
            yield store(popped[place]!, yield load(values[index]!, 'plain'), 'plain');
            return;
          }
          yield stuck(3);
        }
      };
    const threads = [...range(r).map(pop), ...range(w).map((i) => push(i + 1))];
    p.thread(
      'main',
      mainOf(threads, function* () {
        for (let i = 0; i < r; i++) {
          for (let j = 0; j < i; j++) {
            const one = yield load(popped[i]!, 'plain');
            assert(one === 0 || (yield load(popped[i]!, 'plain')) !== (yield load(popped[j]!, 'plain')));
          }
        }
      }),
    );
  });
}
