import type { Program } from '@fencepost/core';
import { LocalStates, Symmetry, fetchAdd, load, program, spawn, store } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { lastZero } from '@fencepost/testing';
import { describe, expect, it, vi } from 'vitest';
import { AlikeRoots } from '../src/graph/symmetry/alike-roots.js';
import { Counterparts } from '../src/graph/symmetry/counterparts.js';

/** Starts a thread that adds to x, like `other`, or one that stores to it. */
const CHOOSING = program('choosing', (p) => {
  const x = p.variable('x');
  const adds = function* () {
    yield fetchAdd(x, 1);
  };
  const stores = function* () {
    yield store(x, 1);
  };
  p.thread('main', function* () {
    yield spawn((yield load(x)) === 0 ? adds : stores);
  });
  p.thread('other', adds);
});

describe('root states of threads that are alike', () => {
  it('are compared again when numbers of states are reused', () => {
    const states = new LocalStates(CHOOSING);
    const roots = new AlikeRoots(states, new Symmetry());
    const [main, other] = [states.initial[0]!, states.initial[1]!];
    const startedAfter = (value: number): number => states.second[states.update(main, value)]!;
    expect(roots.any()).toBe(false);
    // Numbers that are reused come in another order than new ones.
    startedAfter(0);
    states.forgetAllBut([]);
    const adds = startedAfter(0);
    expect([roots.any(), roots.areAlike(adds, other)]).toEqual([true, true]);
    states.forgetAllBut([]);
    expect(roots.any()).toBe(false);
    const stores = startedAfter(1);
    expect(stores).toBe(adds);
    expect([roots.any(), roots.areAlike(stores, other)]).toEqual([false, false]);
  });

  it('are compared once for all parts of a search, which read the list of threads once', () => {
    // Front ends make the list anew each time.
    let lists = 0;
    const made = lastZero(8);
    const counting: Program = Object.create(made, {
      threads: {
        get: () => {
          lists++;
          return made.threads;
        },
      },
    }) as Program;
    const states = new LocalStates(counting);
    const symmetry = new Symmetry();
    states.symmetry = symmetry;
    const classOf = vi.spyOn(symmetry, 'classOf');
    let { executions, rest } = exploreGraphs(states, { model: 'tso', budget: 64 });
    while (rest.length > 0) {
      const part = exploreGraphs(states, { model: 'tso', budget: 64, from: rest });
      executions += part.executions;
      ({ rest } = part);
    }
    const pairs = (made.threads.length * (made.threads.length - 1)) / 2;
    expect(executions).toBeGreaterThan(10 * pairs);
    expect(lists).toBe(1);
    expect(classOf.mock.calls.length).toBeGreaterThan(0);
    expect(classOf.mock.calls.length).toBeLessThanOrEqual(2 * pairs);
  });

  it('are not looked for in graphs if no two threads are alike', () => {
    const different = program('different', (p) => {
      const variables = [p.variable('x'), p.variable('y'), p.variable('z')];
      const bodies = variables.map(
        (x) =>
          function* () {
            yield store(x, 1);
          },
      );
      p.thread('main', function* () {
        for (const body of bodies) yield spawn(body);
      });
    });
    const states = new LocalStates(different);
    states.symmetry = new Symmetry();
    const looks = vi.spyOn(Counterparts.prototype as unknown as { findSibling(): number }, 'findSibling');
    expect(exploreGraphs(states, { model: 'tso' }).executions).toBe(1);
    expect(looks).not.toHaveBeenCalled();
    looks.mockRestore();
  });
});
