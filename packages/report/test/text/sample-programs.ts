import type { MemoryOrder, Program, Site, ThreadBody, Variable } from '@fencepost/core';
import { assert, fence, fetchAdd, join, load, lock, program, spawn, store, unlock, until } from '@fencepost/core';
import { assertionFailure } from '@fencepost/testing/reports';

/** Places in a file: line, column. */
function placesIn(file: string): (line: number, column?: number) => Site {
  return (line, column) => ({ file, line, ...(column !== undefined && { column }) });
}

/** Both threads run the same lines. */
export function dekker(): Program {
  const at = placesIn('src/dekker.c');
  return program('dekker.c', (p) => {
    const flag = p.array('flag', 2);
    const inside = p.variable('inside');
    const enter = (me: number): ThreadBody =>
      function* () {
        yield store(flag[me]!, 1, 'relaxed', at(12, 3));
        if ((yield load(flag[1 - me]!, 'relaxed', at(13, 7))) !== 0) return;
        const before = yield fetchAdd(inside, 1, 'seq_cst', at(14, 12));
        if (before !== 0) throw assertionFailure('inside++ == 0', at(14, 5));
      };
    p.thread('thread 1', enter(0));
    p.thread('thread 2', enter(1));
  });
}

export const DEKKER_LINES = `\
static void *enter(void *arg) {
  long me = (long)arg;
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
  if (atomic_load_explicit(&flag[1 - me], memory_order_relaxed) == 0)
    assert(inside++ == 0);
  return NULL;
}`;

export function messagePassing(file: string): Program {
  const at = placesIn(file);
  return program(file.split('/').at(-1)!, (p) => {
    const data = p.variable('message');
    const flag = p.variable('sent');
    p.thread('sender', function* () {
      yield store(data, 42, 'relaxed', at(3, 11));
      yield store(flag, 1, 'relaxed', at(4));
    });
    p.thread('receiver', function* () {
      yield until(flag, '!=', 0, 'relaxed', at(8, 10));
      if ((yield load(data, 'relaxed', at(9, 10))) !== 42) throw assertionFailure('message == 42', at(9, 3));
    });
  });
}

export const MESSAGE_LINES = `\
\t\tmessage = 42;
  sent = 1;
}

void receive(void) {
  while (!sent) {}
  assert(message == 42);
}`;

/** Store buffering as a litmus test: the same lines, other columns. */
export function storeBuffering(): Program {
  const at = placesIn('SB.litmus');
  return program('SB', (p) => {
    const x = p.variable('x');
    const y = p.variable('y');
    const side = (mine: Variable, other: Variable, column: number): ThreadBody =>
      function* () {
        yield store(mine, 1, 'relaxed', at(5, column));
        yield load(other, 'relaxed', at(6, column));
      };
    p.thread('P0', side(x, y, 2));
    p.thread('P1', side(y, x, 18));
  });
}

export const SB_LINES = `\
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (y),%rax | movq (x),%rax ;
exists (0:rax=0 /\\ 1:rax=0)`;

/** Two stores each, in opposite order. */
export function twoPlusTwoWrites(): Program {
  const at = placesIn('2+2w.c');
  return program('2+2w.c', (p) => {
    const x = p.variable('x');
    const y = p.variable('y');
    const side = (first: Variable, second: Variable, line: number): ThreadBody =>
      function* () {
        yield store(first, 1, 'relaxed', at(line, 3));
        yield store(second, 2, 'relaxed', at(line, 20));
      };
    p.thread('left', side(x, y, 5));
    p.thread('right', side(y, x, 9));
  });
}

export function philosophers(count: number): Program {
  const at = placesIn('philosophers.c');
  return program('philosophers.c', (p) => {
    const forks = Array.from({ length: count }, (_, i) => p.mutex(`forks[${i}]`));
    forks.forEach((fork, i) => {
      p.thread(`thread ${i + 1}`, function* () {
        yield lock(fork, at(17, 3));
        yield lock(forks[(i + 1) % count]!, at(18, 3));
        yield unlock(forks[(i + 1) % count]!, at(19, 3));
        yield unlock(fork, at(20, 3));
      });
    });
  });
}

/** A module: operations have no sites, and the check is made when all have ended. */
export function flags(order: MemoryOrder): Program {
  return program('unfenced flags', (p) => {
    const left = p.variable('left');
    const right = p.variable('right');
    const enter = (mine: Variable, other: Variable): ThreadBody =>
      function* () {
        yield store(mine, 1, order);
        return (yield load(other)) === 0;
      };
    p.thread('t0', enter(left, right));
    p.thread('t1', enter(right, left));
    p.after((final) => {
      assert(!(final.outcome(0) && final.outcome(1)), 'both entered');
    });
  });
}

export const ATOMIC_BASE = '/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/atomic_base.h';

/** std::atomic: all accesses are in a header of the system. The main thread starts, joins and looks. */
export function standardAtomics(): Program {
  const header = placesIn(ATOMIC_BASE);
  const at = placesIn('sb.cpp');
  return program('sb.cpp', (p) => {
    const [x, y, sawX, sawY] = ['x', 'y', 'saw_x', 'saw_y'].map((name) => p.variable(name)) as [
      Variable, Variable, Variable, Variable,
    ]; // prettier-ignore
    const side = (mine: Variable, other: Variable, saw: Variable, line: number): ThreadBody =>
      function* () {
        yield store(mine, 1, 'relaxed', header(464, 2));
        yield store(saw, yield load(other, 'relaxed', header(488, 9)), 'plain', at(line, 11));
      };
    p.thread('main', function* () {
      const left = yield spawn(side(x, y, sawY, 17), 'thread 1', at(20, 3));
      const right = yield spawn(side(y, x, sawX, 18), 'thread 2', at(21, 3));
      yield join(left, at(23, 8));
      yield join(right, at(24, 9));
      if ((yield load(sawX, 'plain', at(25, 10))) !== 0) return;
      if ((yield load(sawY, 'plain', at(25, 19))) !== 0) return;
      throw assertionFailure('saw_x || saw_y', at(25, 3));
    });
  });
}

/** Counts up to `rounds` and only then sends, so that what matters is far from the beginning. */
export function longWay(rounds: number): Program {
  const at = placesIn('long.c');
  return program('long.c', (p) => {
    const count = p.variable('count');
    const data = p.variable('data');
    const flag = p.variable('flag');
    p.thread('sender', function* () {
      yield store(data, 1, 'relaxed', at(4, 3));
      yield store(flag, 1, 'relaxed', at(5, 3));
      for (let i = 0; i < rounds; i++) yield fetchAdd(count, 1, 'relaxed', at(6, 3));
    });
    p.thread('receiver', function* () {
      yield until(flag, '!=', 0, 'relaxed', at(9, 3));
      for (let i = 0; i < rounds; i++) yield load(count, 'relaxed', at(10, 3));
      if ((yield load(data, 'relaxed', at(12, 10))) !== 1) throw assertionFailure('data == 1', at(12, 3));
    });
  });
}

/** Threads that print, with characters that take two columns. */
export function talking(): Program {
  const at = placesIn('talk.c');
  return program('talk.c', (p) => {
    const x = p.variable('计数');
    const speaker =
      (text: string, line: number): ThreadBody =>
      () => {
        const run = (function* () {
          yield fetchAdd(x, 1, 'relaxed', at(line));
          yield fence('seq_cst', at(line + 1));
          throw new Error('out of 纸 \u{1f4c4}');
        })();
        const texts = ['', text];
        return { next: (result: number) => run.next(result), takePrinted: () => texts.shift() ?? '' };
      };
    p.thread('甲', speaker('你好\n', 3));
    p.thread('b', speaker('hello \u001b[31m', 8));
  });
}
