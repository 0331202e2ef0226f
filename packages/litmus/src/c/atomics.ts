import type { AccessOrder, AtomicFunction, Instruction, Value } from '@fencepost/axioms';
import { nearest } from '@fencepost/core';
import type { Token } from '../format/tokens.js';
import type { Purpose } from './orders.js';
import { fenceOf, parseOrder } from './orders.js';
import type { Scope } from './scope.js';

const FETCH: Readonly<Record<string, AtomicFunction>> = {
  atomic_exchange: 'exchange',
  atomic_fetch_add: '+',
  atomic_fetch_sub: '-',
  atomic_fetch_and: '&',
  atomic_fetch_or: '|',
  atomic_fetch_xor: '^',
};

const FUNCTIONS = [
  'atomic_load',
  'atomic_store',
  ...Object.keys(FETCH),
  'atomic_compare_exchange_strong',
  'atomic_thread_fence',
];

/** Parses a call of a function of `<stdatomic.h>` whose name has been taken. Returns its result, if it has one. */
export function parseCall(scope: Scope, name: Token, parseValue: () => Value): Value | undefined {
  const { tokens } = scope;
  const isExplicit = name.text.endsWith('_explicit');
  const fn = isExplicit ? name.text.slice(0, -'_explicit'.length) : name.text;
  if (!FUNCTIONS.includes(fn)) throw unknown(scope, name);
  const site = tokens.source.siteAt(name.offset);
  const hasOrder = isExplicit || fn === 'atomic_thread_fence';
  const order = (purpose: Purpose): Exclude<AccessOrder, 'plain' | 'acquire_pc'> => {
    if (!hasOrder) return 'seq_cst';
    if (fn !== 'atomic_thread_fence') tokens.expect(',');
    return parseOrder(tokens, purpose);
  };
  const value = (): Value => {
    tokens.expect(',');
    return parseValue();
  };
  const push = (instruction: Instruction): void => void scope.instructions.push({ ...instruction, site });
  const to = scope.temporary();

  tokens.expect('(');
  const result = ((): Value | undefined => {
    if (fn === 'atomic_thread_fence') {
      const fence = fenceOf(order('fence'));
      if (fence !== undefined) push({ op: 'fence', fence });
      return undefined;
    }
    const address = pointer(scope);
    if (fn === 'atomic_load') {
      push({ op: 'load', to, address, order: order('load') });
      return { register: to };
    }
    if (fn === 'atomic_store') {
      const stored = value();
      push({ op: 'store', address, value: stored, order: order('store') });
      return undefined;
    }
    if (fn === 'atomic_compare_exchange_strong') {
      tokens.expect(',');
      const expectedAt = pointer(scope);
      const desired = value();
      const success = order('read-modify-write');
      const failure = order('failure');
      compareExchange(scope, push, { address, expectedAt, desired, success, failure, stored: to });
      return { register: to };
    }
    const operand = value();
    push({ op: 'rmw', fn: FETCH[fn]!, to, address, value: operand, order: order('read-modify-write') });
    return { register: to };
  })();
  tokens.expect(')');
  return result;
}

interface CompareExchange {
  readonly address: number;
  readonly expectedAt: number;
  readonly desired: Value;
  readonly success: AccessOrder;
  readonly failure: AccessOrder;
  readonly stored: string;
}

/** The expected value is in memory, and is overwritten by the value found. */
function compareExchange(scope: Scope, push: (instruction: Instruction) => void, exchange: CompareExchange): void {
  const { address, expectedAt, desired, success, failure, stored } = exchange;
  const [expected, found] = [scope.temporary(), scope.temporary()];
  push({ op: 'load', to: expected, address: expectedAt, order: 'plain' });
  push({
    ...{ op: 'compare-exchange', to: found, stored, address },
    ...{ expected: { register: expected }, value: desired, order: success, failureOrder: failure },
  });
  push({ op: 'skip', condition: { register: stored }, count: 1 });
  push({ op: 'store', address: expectedAt, value: { register: found }, order: 'plain' });
}

function pointer(scope: Scope): number {
  const { tokens } = scope;
  if (tokens.at('&')) {
    const { offset } = tokens.peek();
    throw tokens.source.unsupported(
      offset,
      'addresses of local variables are not supported',
      'use a parameter: int* e',
    );
  }
  return scope.variable(tokens.expectName('a pointer to a variable'));
}

function unknown({ tokens }: Scope, { text, offset }: Token): Error {
  const meant = nearest(
    text,
    FUNCTIONS.flatMap((fn) => [fn, `${fn}_explicit`]),
  );
  const hint = meant === undefined ? `supported are ${FUNCTIONS.join(', ')}` : `did you mean ${meant}?`;
  return tokens.source.unsupported(offset, `the function ${text} is not supported`, hint);
}
