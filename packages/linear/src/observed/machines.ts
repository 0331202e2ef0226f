import type { Machine } from './machine.js';
import { IMPOSSIBLE, Numbered, fits } from './machine.js';
import type { ObservedCall, Value } from './observed-call.js';
import { showValue, sumOf } from './values.js';

/** A register with reads, writes, compare-and-swaps, exchanges, and what key-value stores add. */
export function registerMachine(initial: Value): Machine {
  const values = new Numbered<Value>(initial, keyOf(initial));
  const numberOf = (value: Value): number => values.numberOf(value, keyOf(value));
  return {
    show: (state) => `the value is ${showValue(values.of(state))}`,
    onlyLooks: ({ operation, result }) =>
      operation === 'read' || (operation === 'compare and swap' && result === false),
    after: (state, call) => {
      const value = values.of(state);
      const [first = null, second = null] = call.given;
      switch (call.operation) {
        case 'read':
          return fits(call, value) ? state : IMPOSSIBLE;
        case 'write':
          return numberOf(first);
        case 'exchange':
          return fits(call, value) ? numberOf(first) : IMPOSSIBLE;
        case 'append':
          return numberOf(`${value === null ? '' : String(value)}${String(first)}`);
        case 'delete':
          return numberOf(null);
        case 'compare and swap': {
          const isEqual = value === first;
          return fits(call, isEqual) ? (isEqual ? numberOf(second) : state) : IMPOSSIBLE;
        }
        case 'add': {
          const sum = sumOf(value ?? 0, call.given.length === 0 ? 1 : first);
          // Some counters return the old value, others nothing.
          return sum !== undefined && fits(call, value) ? numberOf(sum) : IMPOSSIBLE;
        }
        default:
          return IMPOSSIBLE;
      }
    },
  };
}

/** A sequence of elements: a queue gives the oldest, a stack the latest. */
export function sequenceMachine(takesLatest: boolean): Machine {
  const contents = new Numbered<readonly Value[]>([], '');
  const numberOf = (content: readonly Value[]): number =>
    contents.numberOf(
      content,
      content.map((each) => String(keyOf(each)).replaceAll(/[\\,]/g, String.raw`\$&`)).join(','),
    );
  return {
    show: (state) => `it contains [${contents.of(state).map(showValue).join(', ')}]`,
    onlyLooks: (call) =>
      isRefusedPut(call) || call.operation === 'look' || (call.operation === 'take' && call.result === null),
    after: (state, call) => {
      const content = contents.of(state);
      const next = (takesLatest ? content.at(-1) : content[0]) ?? null;
      if (call.operation === 'put') return isRefusedPut(call) ? state : numberOf([...content, call.given[0]!]);
      if (!fits(call, next)) return IMPOSSIBLE;
      if (call.operation === 'look' || content.length === 0) return state;
      return numberOf(takesLatest ? content.slice(0, -1) : content.slice(1));
    },
  };
}

/** A bag: a take gives any element. */
export function bagMachine(): Machine {
  const contents = new Numbered<readonly Value[]>([], '');
  const numberOf = (content: readonly Value[]): number => {
    const keys = content.map((each) => String(keyOf(each)).replaceAll(/[\\,]/g, String.raw`\$&`));
    return contents.numberOf(content, keys.toSorted().join(','));
  };
  return {
    show: (state) => `it contains [${contents.of(state).map(showValue).join(', ')}]`,
    onlyLooks: (call) => isRefusedPut(call) || (call.operation === 'take' && call.result === null),
    after: (state, call) => {
      const content = contents.of(state);
      if (call.operation === 'put') return isRefusedPut(call) ? state : numberOf([...content, call.given[0]!]);
      if (call.result === null) return content.length === 0 ? state : IMPOSSIBLE;
      const at = content.indexOf(call.result!);
      return at === -1 ? IMPOSSIBLE : numberOf(content.toSpliced(at, 1));
    },
  };
}

/** Something that is there or not, such as an element of a set, or the owner of a lock. */
export function presenceMachine(): Machine {
  return {
    show: (state) => (state === 0 ? 'it is not there' : 'it is there'),
    onlyLooks: ({ operation, result }) => operation === 'look' || result === false,
    after: (state, { operation, result }) => {
      const isThere = state === 1;
      if (operation === 'look') return result === undefined || result === isThere ? state : IMPOSSIBLE;
      const wanted = operation === 'insert' ? 1 : 0;
      const changes = state !== wanted;
      return result === undefined || result === changes ? wanted : IMPOSSIBLE;
    },
  };
}

function isRefusedPut({ operation, result }: ObservedCall): boolean {
  return operation === 'put' && result === false;
}

/** Values of different types have different keys. */
function keyOf(value: Value): Value {
  return typeof value === 'string' ? `"${value}` : value;
}
