import type { Operation } from '@fencepost/core';
import { compareExchange, exchange, fetchAdd, load, store, stuck } from '@fencepost/core';
import type { GeneratorStructure } from '../src/index.js';

/** Nodes by number of the call that makes them, from 1; beyond `MOST_CALLS`, those of initial calls. */
const NODES = 20;

type Run = Generator<Operation, unknown, number>;

/** A counter that loses updates, or not. */
export function counter(isAtomic: boolean): GeneratorStructure {
  return (p) => {
    const count = p.variable('count');
    return {
      *add(): Run {
        if (isAtomic) return yield fetchAdd(count, 1);
        const old = yield load(count);
        yield store(count, old + 1);
        return old;
      },
      *read(): Run {
        return yield load(count);
      },
    };
  };
}

/** A cell that compares its value with others, and counts those that are equal to it, or different, but loses updates. */
export function cell(hits: 'equal' | 'different'): GeneratorStructure {
  return (p) => {
    const value = p.variable('value');
    const count = p.variable('count');
    return {
      *put(given: number): Run {
        yield store(value, given);
        return '';
      },
      *hit(given: number): Run {
        const content = yield load(value);
        if (content === 0 || (content === given) !== (hits === 'equal')) return 'no';
        const old = yield load(count);
        yield store(count, old + 1);
        return old;
      },
    };
  };
}

/** A register: `order` of its accesses. */
export function register(order: 'relaxed' | 'release' | 'seq_cst'): GeneratorStructure {
  return (p) => {
    const x = p.variable('x');
    return {
      *write(value: number): Run {
        yield store(x, value, order);
        return '';
      },
      *read(): Run {
        return yield load(x, order === 'release' ? 'acquire' : order);
      },
    };
  };
}

/** Treiber's stack. `published`: a push makes the node visible with a release. */
export function treiber(published = true): GeneratorStructure {
  return (p) => {
    const top = p.variable('top');
    const next = p.array('next', NODES);
    const value = p.array('value', NODES);
    return {
      *push(given: number): Run {
        const node = this.number + 1;
        yield store(value[node]!, given);
        for (;;) {
          const old = yield load(top);
          yield store(next[node]!, old);
          const order = published ? 'release' : 'relaxed';
          if ((yield compareExchange(top, old, node, order, undefined, 'relaxed')) === old) return '';
        }
      },
      *pop(): Run {
        for (;;) {
          const old = yield load(top, 'acquire');
          if (old === 0) return 'empty';
          const after = yield load(next[old]!);
          if ((yield compareExchange(top, old, after, 'acquire')) === old) return yield load(value[old]!);
        }
      },
    };
  };
}

/**
 * The queue of Michael and Scott. Without `check`, a dequeue does not look whether the tail lags behind: the head may
 * overtake it.
 */
export function michaelScott(check: boolean): GeneratorStructure {
  return (p) => {
    const head = p.variable('head');
    const tail = p.variable('tail');
    const next = p.array('next', NODES, -1);
    const value = p.array('value', NODES);
    return {
      *enqueue(given: number): Run {
        const node = this.number + 1;
        yield store(value[node]!, given);
        for (;;) {
          const last = yield load(tail, 'acquire');
          const after = yield load(next[last]!, 'acquire');
          if (after >= 0) yield compareExchange(tail, last, after);
          else if ((yield compareExchange(next[last]!, -1, node)) === -1) {
            yield compareExchange(tail, last, node);
            return '';
          }
        }
      },
      *dequeue(): Run {
        for (;;) {
          const first = yield load(head, 'acquire');
          const last = check ? yield load(tail, 'acquire') : -1;
          const after = yield load(next[first]!, 'acquire');
          if (after < 0) return 'empty';
          if (first === last) yield compareExchange(tail, last, after);
          else {
            const result = yield load(value[after]!);
            if ((yield compareExchange(head, first, after)) === first) return result;
          }
        }
      },
    };
  };
}

/** The queue of Herlihy and Wing, whose points of linearization depend on the future. A dequeue waits for an element. */
export const herlihyWing: GeneratorStructure = (p) => {
  const back = p.variable('back');
  const items = p.array('items', 8);
  return {
    *enqueue(given: number): Run {
      const at = yield fetchAdd(back, 1);
      yield store(items[at]!, given, 'seq_cst');
      return '';
    },
    *dequeue(): Run {
      for (;;) {
        const range = yield load(back, 'seq_cst');
        for (let i = 0; i < range; i++) {
          const found = yield exchange(items[i]!, 0);
          if (found !== 0) return found;
        }
        yield stuck(1 + range);
      }
    },
  };
};

/** A ring of two elements whose `size` reads both ends, one after the other. */
export const ring: GeneratorStructure = (p) => {
  const head = p.variable('head');
  const tail = p.variable('tail');
  const items = p.array('items', 2);
  return {
    *push(given: number): Run {
      const at = yield load(tail);
      if (at - (yield load(head, 'acquire')) === 2) return 'full';
      yield store(items[at % 2]!, given);
      yield store(tail, at + 1, 'release');
      return '';
    },
    *pop(): Run {
      const at = yield load(head);
      if ((yield load(tail, 'acquire')) === at) return 'empty';
      const found = yield load(items[at % 2]!);
      yield store(head, at + 1, 'release');
      return found;
    },
    *size(): Run {
      const end = yield load(tail, 'acquire');
      return end - (yield load(head, 'acquire'));
    },
  };
};
