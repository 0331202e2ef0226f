import { LocalStates, load, parseSchedule, program, store } from '@fencepost/core';
import { buildCounterexample } from '@fencepost/check';
import { expect, it } from 'vitest';
import type { Counterexample, WhyKind } from '../../src/index.js';
import { nextStep } from '../../src/text/next-step.js';
import { EXAMPLES } from '../formats/samples.js';

const at = (line: number) => ({ file: 'x.c', line });

/** Two threads that both read and then write; `fp1:1.2.1.2` is an execution of SC. */
const both = program('both', (p) => {
  const x = p.variable('x');
  for (const name of ['a', 'b']) {
    p.thread(name, function* () {
      yield load(x, 'relaxed', at(3));
      yield store(x, 1, 'relaxed', at(4));
    });
  }
});
const schedule = 'fp1:1.2.1.2';
const told: Counterexample = { ...buildCounterexample(new LocalStates(both), 'sc', parseSchedule(schedule)), schedule };
const because = (kind: WhyKind, steps: readonly number[]): Counterexample => ({ ...told, why: { kind, text: '', steps } }); // prettier-ignore
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00A0', ' ');

it.each<[WhyKind, readonly number[], string, RegExp]>([
  ['lost update', [0, 2, 3], 'x.c', /the read \(line 3\) and the write \(line 4\) one step: .*atomic_fetch_add/],
  ['lost update', [0, 2, 3], 'x.rs', /compare_exchange/],
  ['lost update', [0, 2, 3], 'x.cpp', /\(fetch_add/],
  ['lost update', [0, 2, 3], 'x.check.ts', /Atomics\.add/],
  ['lost update', [0, 2, 3], 'x.litmus', /one atomic operation, or hold one lock/],
  ['check then act', [0, 1, 2, 3], 'x.c', /the check \(line 3\) and the write \(line 4\) one step/],
  ['check then act', [0, 3, 1], 'x.c', /the value that was checked \(line 3\) instead of reading x again/],
  ['lock order', [0, 1], 'x.c', /take x in the same order/],
  ['lost wake-up', [0, 1], 'x.c', /begin to wait under the lock/],
  ['missing wake-up', [], 'x.c', /signal it/],
  ['publication before initialisation', [2, 1, 1, 3], 'x.c', /write of x \(line 4\) before that of x \(line 4\)/],
  ['use after free', [0, 1], 'x.c', /no other thread can still use it/],
  ['double free', [0, 1], 'x.c', /exactly one thread/],
])('%s, steps %j of %s', (kind, steps, source, says) => {
  expect(plain(nextStep(because(kind, steps), source, 'assertion'))).toMatch(says);
});

it('is more general where no pattern is known, and says nothing about fences where they help', () => {
  expect(nextStep(told, 'x.c', 'assertion')).toMatch(/^it fails under SC, so no fence or order helps/);
  expect(nextStep(told, 'x.c', 'data-race')).toMatch(/^hold one lock around each/);
  const places = told.story.places.map((place) => ({ ...place, name: 'flags.ready/done' }));
  const bits = { ...told, story: { ...told.story, places } };
  expect(nextStep(bits, 'x.c', 'data-race')).toMatch(/^bit-fields .* none can be atomic/);
  expect(nextStep(EXAMPLES.deadlock, 'x.c', 'deadlock')).toMatch(/^nothing that can still run/);
  expect(nextStep(EXAMPLES.messagePassing, 'x.c', 'assertion')).toBeUndefined();
});
