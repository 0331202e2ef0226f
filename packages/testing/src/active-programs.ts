import type { Operation, Place, Program, Variable } from '@fencepost/core';
import {
  assert,
  compareExchange,
  fence as fenceOf,
  load as loadOf,
  lock as lockOf,
  program,
  store as storeOf,
  unlock as unlockOf,
  until as untilOf,
} from '@fencepost/core';

/**
 * Programs of Burnim, Sen and Stergiou (ISSTA 2011), labelled with its line numbers. Generator programs are labelled by
 * position in a thread, but lines are the same in every iteration of a loop, and in every thread.
 */
type Part<T = void> = Generator<Operation, T, number>;

const at = (line: number): { readonly file: string; readonly line: number } => ({ file: 'l', line });
const load = (line: number, place: Place): Operation => loadOf(place, 'relaxed', at(line));
const store = (line: number, place: Place, value: number): Operation => storeOf(place, value, 'relaxed', at(line));
const lock = (line: number, place: Place): Operation => lockOf(place, at(line));
const unlock = (line: number, place: Place): Operation => unlockOf(place, at(line));
const fence = (line: number): Operation => fenceOf('seq_cst', at(line));
const waitFor = (line: number, place: Place, value: number): Operation =>
  untilOf(place, '==', value, 'relaxed', at(line));

/** Fig. 1. */
export function figure1(): Program {
  return program('figure 1', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    p.thread('thread1', function* () {
      yield store(1, x, 1);
      return yield load(2, y);
    });
    p.thread('thread2', function* () {
      yield store(3, y, 1);
      return yield load(4, x);
    });
    p.after((final) => assert(final.outcome(0) === 1 || final.outcome(1) === 1, 'both read 0'));
  });
}

/** Fig. 2. */
export function figure2(): Program {
  return program('figure 2', (p) => {
    const [x, y, done] = [p.variable('x'), p.variable('y'), p.variable('done')];
    p.thread('thread1', function* () {
      yield store(1, x, 1);
      yield store(2, y, 1);
      yield store(3, done, 1);
    });
    p.thread('thread2', function* () {
      if ((yield load(4, done)) === 0) return;
      assert((yield load(5, x)) !== 0, 'ERROR');
      yield load(7, y);
    });
  });
}

/** Fig. 13: both calls of f are `long` stores to separate variables. */
export function figure13(long: number): Program {
  return program(`figure 13 (${long})`, (p) => {
    const [x, y, mutex] = [p.variable('x'), p.variable('y'), p.mutex('L')];
    const [own1, own2] = [p.variable('own1'), p.variable('own2')];
    p.thread('thread1', function* () {
      yield store(1, x, 1);
      const read = yield load(2, y);
      yield lock(3, mutex);
      yield unlock(4, mutex);
      for (let i = 0; i < long; i++) yield store(5, own1, i);
      return read;
    });
    p.thread('thread2', function* () {
      for (let i = 0; i < long; i++) yield store(6, own2, i);
      yield lock(7, mutex);
      yield unlock(8, mutex);
      yield store(9, y, 1);
      return yield load(10, x);
    });
    p.after((final) => assert(final.outcome(0) === 1 || final.outcome(1) === 1, 'both read 0'));
  });
}

/** Runs in the critical section. */
function* enter(line: number, inside: Variable): Part {
  const before = yield load(line, inside);
  yield store(line + 1, inside, before + 1);
}

/**
 * Fig. 11, with this many critical sections per thread. Instead of the paper's waiting loop, this waits for a
 * condition.
 */
export function dekkerOfLines(rounds: number): Program {
  return program(`dekker of lines (${rounds})`, (p) => {
    const flag = p.array('flag', 2);
    const [turn, inside] = [p.variable('turn'), p.variable('inside')];
    for (const me of [0, 1]) {
      const line = (n: number): number => 10 * me + n;
      const [mine, other] = [flag[me]!, flag[1 - me]!];
      p.thread(`thread${me}`, function* () {
        for (let round = 0; round < rounds; round++) {
          yield store(line(1), mine, 1);
          while ((yield load(line(2), other)) === 1) {
            if ((yield load(line(3), turn)) === me) {
              yield waitFor(line(2), other, 0);
              break;
            }
            yield store(line(4), mine, 0);
            yield waitFor(line(5), turn, me);
            yield store(line(7), mine, 1);
          }
          yield* enter(line(31), inside);
          yield store(line(9), turn, 1 - me);
          yield store(line(10), mine, 0);
        }
      });
    }
    p.after((final) => assert(final.read(inside) === 2 * rounds, 'two threads in the critical section'));
  });
}

/** Lamport's bakery for two threads, both with the same lines. */
export function bakeryOfLines(rounds: number): Program {
  return program(`bakery of lines (${rounds})`, (p) => {
    const choosing = p.array('choosing', 2);
    const number = p.array('number', 2);
    const inside = p.variable('inside');
    for (const me of [0, 1]) {
      const other = 1 - me;
      p.thread(`thread${me}`, function* () {
        for (let round = 0; round < rounds; round++) {
          yield store(1, choosing[me]!, 1);
          const ticket = 1 + (yield load(2, number[other]!));
          yield store(3, number[me]!, ticket);
          yield store(4, choosing[me]!, 0);
          yield waitFor(5, choosing[other]!, 0);
          for (;;) {
            const theirs = yield load(6, number[other]!);
            if (theirs === 0 || theirs > ticket || (theirs === ticket && other > me)) break;
            yield untilOf(number[other]!, '!=', theirs, 'relaxed', at(7));
          }
          yield* enter(31, inside);
          yield store(8, number[me]!, 0);
        }
      });
    }
    p.after((final) => assert(final.read(inside) === 2 * rounds, 'two threads in the critical section'));
  });
}

/** Nodes of a list: `next` and `data` by number of the node, from 1; only stores initialise them. */
interface Nodes {
  readonly next: readonly Variable[];
  readonly data: readonly Variable[];
}

const UNINITIALISED = 77;
const EMPTY = 0;

/** The queue's tests in Burnim, Sen and Stergiou (ISSTA 2011), section 5.2: the calls of each thread. */
const QUEUE_TESTS: readonly (readonly ('enqueue' | 'dequeue')[])[] = [
  ['enqueue', 'enqueue', 'dequeue', 'dequeue', 'enqueue'],
  ['dequeue', 'dequeue', 'enqueue', 'enqueue', 'dequeue'],
];

function queueProgram(
  name: string,
  make: (
    p: Parameters<Parameters<typeof program>[1]>[0],
    nodes: Nodes,
  ) => {
    enqueue(node: number, data: number): Part;
    dequeue(): Part<number>;
  },
): Program {
  return program(name, (p) => {
    const nodes: Nodes = {
      next: [p.variable('null'), p.variable('next[1]', 0), ...p.array('next', 8, UNINITIALISED)],
      data: [p.variable('null'), ...p.array('data', 9, UNINITIALISED)],
    };
    const queue = make(p, nodes);
    QUEUE_TESTS.forEach((operations, t) => {
      p.thread(`thread${t}`, function* () {
        const taken: number[] = [];
        let used = 0;
        for (const operation of operations) {
          if (operation === 'dequeue') taken.push(yield* queue.dequeue());
          else {
            const node = 2 + 3 * t + used++;
            yield* queue.enqueue(node, 10 * (t + 1) + used);
          }
        }
        return taken.filter((data) => data !== EMPTY);
      });
    });
    p.after((final) => {
      const taken = [0, 1].flatMap((t) => final.outcome(t) as number[]);
      assert(!taken.includes(UNINITIALISED), 'a node was read before it was initialised');
      assert(new Set(taken).size === taken.length, 'an element was taken twice');
      for (const t of [1, 2]) {
        for (const each of [0, 1]) {
          const own = (final.outcome(each) as number[]).filter((data) => Math.floor(data / 10) === t);
          assert(own.join() === [...own].sort((a, b) => a - b).join(), 'elements were taken out of order');
        }
      }
    });
  });
}

/** Fig. 10: the two-lock queue. */
export function twoLockQueue(): Program {
  return queueProgram('ms2', (p, { next, data }) => {
    const [head, tail] = [p.variable('hd', 1), p.variable('tl', 1)];
    const [headLock, tailLock] = [p.mutex('H'), p.mutex('T')];
    const nodeAt = (places: readonly Variable[], node: number): Variable => {
      const place = node === 0 ? undefined : places[node];
      assert(place !== undefined, 'invalid pointer');
      return place;
    };
    return {
      *enqueue(node, value) {
        yield store(2, nodeAt(data, node), value);
        yield store(3, nodeAt(next, node), 0);
        yield lock(4, tailLock);
        yield store(5, nodeAt(next, yield load(50, tail)), node);
        yield store(6, tail, node);
        yield unlock(7, tailLock);
      },
      *dequeue() {
        yield lock(8, headLock);
        const first = yield load(9, head);
        const following = yield load(10, nodeAt(next, first));
        if (following !== 0) {
          yield store(12, head, following);
          yield unlock(13, headLock);
          return yield load(14, nodeAt(data, following));
        }
        yield unlock(16, headLock);
        return EMPTY;
      },
    };
  });
}

/** Michael and Scott's lock-free queue; compare-and-swap orders only its own address. */
export function nonBlockingQueue(): Program {
  return queueProgram('msn', (p, { next, data }) => {
    const [head, tail] = [p.variable('hd', 1), p.variable('tl', 1)];
    const nodeAt = (places: readonly Variable[], node: number): Variable => {
      const place = node === 0 ? undefined : places[node];
      assert(place !== undefined, 'invalid pointer');
      return place;
    };
    const cas = (line: number, place: Place, old: number, value: number): Operation =>
      compareExchange(place, old, value, 'relaxed', at(line));
    return {
      *enqueue(node, value) {
        yield store(1, nodeAt(data, node), value);
        yield store(2, nodeAt(next, node), 0);
        for (;;) {
          const last = yield load(3, tail);
          const following = yield load(4, nodeAt(next, last));
          if (last !== (yield load(5, tail))) continue;
          if (following !== 0) {
            yield cas(6, tail, last, following);
            continue;
          }
          if ((yield cas(7, nodeAt(next, last), following, node)) !== following) continue;
          yield cas(8, tail, last, node);
          return;
        }
      },
      *dequeue() {
        for (;;) {
          const first = yield load(9, head);
          const last = yield load(10, tail);
          const following = yield load(11, nodeAt(next, first));
          if (first !== (yield load(12, head))) continue;
          if (first === last) {
            if (following === 0) return EMPTY;
            yield cas(13, tail, last, following);
            continue;
          }
          const value = yield load(14, nodeAt(data, following));
          if ((yield cas(15, head, first, following)) === first) return value;
        }
      },
    };
  });
}

/** A full fence after every store of Fig. 1, which makes its cycle impossible. */
export function fencedFigure1(): Program {
  return program('figure 1 with fences', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    for (const [mine, other, line] of [
      [x, y, 1],
      [y, x, 3],
    ] as const) {
      p.thread(`thread${line}`, function* () {
        yield store(line, mine, 1);
        yield fence(line);
        return yield load(line + 1, other);
      });
    }
  });
}
