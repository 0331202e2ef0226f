import type { Operation, Program } from '@fencepost/core';
import { RestartSearch, load, program, store } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { reachJointStates } from '../src/index.js';

const FACTS = 5;

/** A program whose thread learns one fact after each operation. `scouts`: whether it can go on then. */
function learner(scouts: boolean): { program: Program; restarts: () => number } {
  let known = 0;
  let restarts = 0;
  let isScouting = false;
  let hasLearned = false;
  function* body(): Generator<Operation, void, number> {
    for (let i = 0; i < FACTS; i++) {
      yield store(i, 1);
      if (i < known) continue;
      known = i + 1;
      hasLearned = true;
      if (!isScouting) throw new RestartSearch('a fact');
    }
  }
  function* reader(): Generator<Operation, void, number> {
    if ((yield load(0)) === 1) throw new Error('seen');
  }
  const program: Program = {
    name: 'learner',
    threads: [
      { name: 'learner', body },
      { name: 'reader', body: reader },
    ],
    initialValue: () => 0,
    nameOf: String,
    beginAgain: () => restarts++,
    ...(scouts && {
      scout: (on: boolean) => {
        const learned = hasLearned;
        hasLearned = false;
        isScouting = on;
        return learned;
      },
    }),
  };
  return { program, restarts: () => restarts };
}

describe('what a front end learns', () => {
  it('takes a restart for each fact', () => {
    const { program, restarts } = learner(false);
    const { search } = reachJointStates(program);
    expect(search.failures.map(({ failure }) => failure.message)).toEqual(['seen']);
    expect(restarts()).toBe(FACTS);
  });

  it('is learned at once while scouting, whose failures do not count', () => {
    const { program, restarts } = learner(true);
    const { search } = reachJointStates(program, { isEnough: () => false });
    expect(search.failures.map(({ failure }) => failure.message)).toEqual(['seen']);
    expect(search.isComplete).toBe(true);
    expect(restarts()).toBeLessThan(FACTS);
  });
});

describe('a search with long ways between joint states', () => {
  it('is asked whether it stops before it has found many', () => {
    const long = program('long', (p) => {
      const x = p.variable('x');
      for (const name of ['a', 'b']) {
        const own = p.variable(name);
        p.thread(name, function* () {
          for (let i = 0; i < 5000; i++) yield store(own, i);
          yield store(x, 1);
        });
      }
    });
    const counts: number[] = [];
    reachJointStates(long, { isStopped: ({ count }) => counts.push(count) < 0 });
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.at(-1)).toBeLessThan(64);
  });
});
