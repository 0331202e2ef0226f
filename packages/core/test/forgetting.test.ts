import type { InstructionProgram } from '@fencepost/core';
import {
  DONE,
  FAIL,
  LocalStates,
  SPAWN,
  fence,
  fromInstructions,
  join,
  load,
  program,
  spawn,
  unlock,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram } from '@fencepost/testing';

/** Everything a state says, in words that do not depend on numbers of states. */
function describeState(states: LocalStates, state: number): string {
  const kind = states.kind[state]!;
  const label = states.labels.get(states.label[state]!).text;
  if (kind === DONE) return `${label} returns ${JSON.stringify(states.outcome(state))}`;
  if (kind === FAIL) return `${label} fails: ${JSON.stringify(states.failure(state))}`;
  const address = states.locations.addresses[states.location[state]!] ?? '-';
  const columns = [states.code, states.operand, states.fn, states.comparison, states.awaited];
  const expected = kind === SPAWN ? describeState(states, states.second[state]!) : states.second[state];
  return `${label} ${address} ${columns.map((column) => column[state]).join()} ${expected}`;
}

/** The same local state in a table that never forgets and in one that does. */
interface Pair {
  readonly reference: number;
  readonly forgetful: number;
}

type Action =
  | { readonly kind: 'update'; readonly which: number; readonly result: number }
  | { readonly kind: 'forget'; readonly kept: readonly number[] };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('update' as const), which: fc.nat(99), result: fc.nat(3) }),
    weight: 8,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('forget' as const), kept: fc.array(fc.nat(99), { maxLength: 6 }) }),
    weight: 1,
  },
);

describe('forgetting local states', () => {
  it('changes nothing that can be seen of those kept, nor of those discovered again', () => {
    let forgotten = 0;
    const agrees = (source: InstructionProgram, actions: readonly Action[]): void => {
      const reference = new LocalStates(fromInstructions(source));
      const forgetful = new LocalStates(fromInstructions(source));
      const roots = reference.initial.map((state, i): Pair => ({ reference: state, forgetful: forgetful.initial[i]! }));
      let known = roots;
      const check = (): void => {
        for (const pair of known) {
          expect(describeState(forgetful, pair.forgetful)).toBe(describeState(reference, pair.reference));
        }
      };
      for (const todo of actions) {
        if (todo.kind === 'update') known = [...known, ...step(known[todo.which % known.length]!, todo.result)];
        else {
          check();
          const kept = todo.kept.map((which) => known[which % known.length]!);
          const before = forgetful.size;
          forgetful.forgetAllBut([Int32Array.from(kept, (pair) => pair.forgetful)]);
          forgotten += before - forgetful.size;
          known = [...roots, ...kept];
          check();
        }
      }
      check();
      function step(pair: Pair, result: number): Pair[] {
        if (reference.isTerminal(pair.reference)) return [];
        if (reference.kind[pair.reference] !== SPAWN) return [both(pair, result)];
        const handle = reference.threads.handles[reference.operand[pair.reference]!]!;
        const child = { reference: reference.second[pair.reference]!, forgetful: forgetful.second[pair.forgetful]! };
        return [child, both(pair, handle)];
      }
      function both(pair: Pair, result: number): Pair {
        return {
          reference: reference.update(pair.reference, result),
          forgetful: forgetful.update(pair.forgetful, result),
        };
      }
    };
    const actions = fc.array(action, { maxLength: 60, size: 'max' });
    fc.assert(fc.property(randomProgram({ threads: 2, operations: 14 }), actions, agrees), { numRuns: 200, seed: 1 });
    expect(forgotten).toBeGreaterThan(100);
  });

  it('keeps the first states of threads started by threads started by threads', () => {
    const states = new LocalStates(
      program('nested', (p) => {
        const x = p.variable('x');
        p.thread('main', function* () {
          yield load(x);
          yield spawn(function* () {
            yield spawn(function* () {
              yield fence('acquire');
            }, 'grandchild');
          }, 'child');
        });
      }),
    );
    const spawning = states.update(states.initial[0]!, 0);
    const before = describeState(states, spawning);
    states.forgetAllBut([Int32Array.of(spawning)]);
    // Takes the numbers that were forgotten, if any.
    for (let i = 1; i < 5; i++) states.update(states.initial[0]!, i);
    expect(describeState(states, spawning)).toBe(before);
    expect(before).toContain('grandchild#0');
  });

  it('reuses numbers without side effects', () => {
    const states = new LocalStates(
      program('reused', (p) => {
        const x = p.variable('x');
        const mutex = p.mutex('m');
        p.thread('main', function* () {
          if ((yield load(x)) === 0) yield unlock(mutex);
          else yield join(2);
          return 'done';
        });
        p.thread('other', function* () {
          yield load(x);
        });
      }),
    );
    const unlocking = states.update(states.initial[0]!, 0);
    states.forgetAllBut([]);
    const joining = states.update(states.initial[0]!, 1);
    expect(joining).toBe(unlocking);
    expect(states.outcome(states.update(joining, 0))).toBe('done');
  });
});
