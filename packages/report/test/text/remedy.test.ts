import { checkProgram } from '@fencepost/check';
import type { MemoryOrder, Site } from '@fencepost/core';
import { compareExchange, load, program, store } from '@fencepost/core';
import type { Counterexample } from '@fencepost/report';
import { memoryStates, remedyTexts, storyText } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../src/formats/read-sources.js';
import { reasonLines } from '../../src/formats/explanation.js';

interface Orders {
  readonly send?: MemoryOrder;
  readonly receive?: MemoryOrder;
  readonly standard?: 'ECMA-262';
}

/** Message passing, as written in this file. */
function messagePassing(
  file: string,
  { send = 'relaxed', receive = 'relaxed', standard }: Orders = {},
): Counterexample {
  const at = (line: number): Site => ({ file, line, column: 3 });
  const source = program('mp', (p) => {
    const [message, sent] = [p.variable('message'), p.variable('sent')];
    p.thread('sender', function* () {
      yield store(message, 42, send, at(8));
      yield store(sent, 1, send, at(9));
    });
    p.thread('receiver', function* () {
      if ((yield load(sent, receive, at(14))) === 1) yield load(message, receive, at(15));
    });
  });
  const [check] = checkProgram({ ...source, ...(standard && { standard }) }, { models: ['rc11'] });
  return check!.violations[0]!.counterexample;
}

describe('missing orders, and fixes', () => {
  it.each([
    ['mp.c', 'memory_order_release at line 9 and memory_order_acquire at line 14 forbid this execution'],
    ['mp.cpp', 'std::memory_order_release at line 9 and std::memory_order_acquire at line 14 forbid this execution'],
  ])('is in the words of the language: %s', (file, fix) => {
    expect(remedyTexts(messagePassing(file), file)).toEqual({
      missing: [
        'the load of sent at line 14 reads from the store to sent at line 9, but does not synchronise with it: line 9 is not a release store and line 14 is not an acquire load',
      ],
      fixes: [fix],
    });
  });

  it('names only orders that are too weak', () => {
    const { missing, fixes } = remedyTexts(messagePassing('mp.c', { send: 'release' }), 'mp.c');
    expect(missing).toEqual([expect.stringMatching(/synchronise with it: line 14 is not an acquire load$/)]);
    expect(fixes).toEqual(['memory_order_acquire at line 14 forbids this execution']);
  });

  it('says which of the two orders of a compare-and-swap is too weak', () => {
    const at = (line: number): Site => ({ file: 'cas.c', line, column: 3 });
    const source = program('a failed compare-and-swap', (p) => {
      const [message, sent] = [p.variable('message'), p.variable('sent')];
      p.thread('sender', function* () {
        yield store(message, 42, 'relaxed', at(8));
        yield store(sent, 1, 'release', at(9));
      });
      p.thread('receiver', function* () {
        const found = yield compareExchange(sent, 5, 6, 'acquire', at(14), 'relaxed');
        if (found === 1) yield load(message, 'relaxed', at(15));
      });
    });
    const [check] = checkProgram(source, { models: ['rc11'] });
    expect(remedyTexts(check!.violations[0]!.counterexample, 'cas.c')).toEqual({
      missing: [
        'the failed compare-and-swap of sent at line 14 reads from the store to sent at line 9, but does not synchronise with it: line 14 is not an acquire load when it fails',
      ],
      fixes: ['memory_order_acquire for failure at line 14 forbids this execution'],
    });
  });

  it('names operations that are at one line', () => {
    const at = (line: number): Site => ({ file: 'sb.c', line, column: 3 });
    const source = program('store buffering', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1, 'relaxed', at(5));
        yield load(y, 'relaxed', at(5));
      });
      p.thread('right', function* () {
        yield store(y, 1, 'seq_cst', at(9));
        yield load(x, 'seq_cst', at(10));
      });
    });
    const [check] = checkProgram(source, { models: ['rc11'] });
    expect(remedyTexts(check!.violations[0]!.counterexample, 'sb.c').fixes).toContain(
      'memory_order_seq_cst for the store to x at line 5 (left) and for the load of y at line 5 (left) forbid this execution',
    );
  });

  it('is Atomics in JavaScript', () => {
    const plain = { send: 'plain', receive: 'plain', standard: 'ECMA-262' } as const;
    expect(remedyTexts(messagePassing('mp.ts', plain), 'mp.ts')).toEqual({
      missing: [expect.stringMatching(/: line 9 is a plain store and line 14 is a plain load$/)],
      fixes: [
        'Atomics.store in place of the store to sent at line 9 and Atomics.load in place of the load of sent at line 14 forbid this execution',
      ],
    });
  });

  it('is part of other formats', () => {
    const lines = reasonLines(messagePassing('mp.c'), 'mp.c');
    expect(lines[0]).toMatch(/^Why: The load of sent/);
    expect(lines.at(-1)).toMatch(/^Fix: memory_order_release at line 9/);
  });
});

describe('a read of an old value', () => {
  const shown = messagePassing('mp.c');

  it('is shown as such', () => {
    expect(storyText(shown.story, { width: 120, colour: false }).at(-1)).toMatch(
      /15 {2}message → 0 {2}\(old: line 8 wrote 42\)$/,
    );
    expect(reasonLines(shown, 'mp.c')).toContain(
      '- receiver read message = 0 at line 15, although sender had already written 42 at line 8',
    );
  });

  it('reads from an earlier write, and memory stays as it is', () => {
    const last = shown.story.steps.length - 1;
    expect(readSources(shown.story).slice(-2)).toEqual([last - 2, undefined]);
    expect(memoryStates(shown.story).at(-1)!.memory).toEqual(['42', '1']);
  });
});

describe('a store that is placed before an earlier one', () => {
  const at = (line: number): Site => ({ file: '2+2w.c', line });
  const source = program('2+2w', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    p.thread('left', function* () {
      yield store(x, 1, 'relaxed', at(1));
      yield store(y, 2, 'relaxed', at(2));
    });
    p.thread('right', function* () {
      yield store(y, 1, 'relaxed', at(3));
      yield store(x, 2, 'relaxed', at(4));
    });
  });
  const { story } = checkProgram(source, { models: ['rc11'] })[0]!.violations[0]!.counterexample;

  it('says so, and does not change memory', () => {
    const told = storyText(story, { width: 120, colour: false });
    expect(told.join('\n')).toMatch(/comes before line \d\)/);
    const placed = story.steps.findIndex(({ missed }) => missed.length > 0);
    const states = memoryStates(story);
    expect(states[placed + 1]!.memory).toEqual(states[placed]!.memory);
  });
});
