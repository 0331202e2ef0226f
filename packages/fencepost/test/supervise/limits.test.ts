import { describe, expect, it } from 'vitest';
import { exitCodeOfSignal } from '../../src/exit-codes.js';
import { megabytesIn } from '@fencepost/options';
import { requestFor } from '../../src/run/check-request.js';
import { shareOf } from '../../src/run/time-shares.js';

describe('the time of a program', () => {
  const program = { name: 'p' };
  const three = [{ program }, { program }, { program, settings: { models: ['sc', 'tso'] } }];

  it('is its share of the remaining time, by the number of its models', () => {
    const request = requestFor({ maxTime: 80 });
    expect(shareOf(three, request, 80, false)).toBe(30);
    expect(shareOf(three.slice(2), request, 40, false)).toBe(40);
    expect(shareOf(three, requestFor({ maxTime: 80, models: ['sc'] }), 90, false)).toBe(30);
    expect(shareOf(three, request, -1, false)).toBe(0);
  });

  it('is its own if the run has no limit, unless it goes on', () => {
    const own = [{ program, settings: { maxTime: 7 } }];
    expect(shareOf(own, requestFor({}), Infinity, false)).toBe(7);
    expect(shareOf(own, requestFor({}), Infinity, true)).toBe(Infinity);
    expect(shareOf(own, requestFor({ maxTime: 3 }), 3, false)).toBe(3);
  });
});

describe('a size of memory', () => {
  it.each([
    ['512m', 512],
    ['4g', 4096],
    ['1.5G', 1536],
    ['256m', 256],
    ['255m', undefined],
    ['4', undefined],
    ['4 gb', undefined],
    ['-1g', undefined],
    ['', undefined],
  ])('%j', (text, megabytes) => expect(megabytesIn(text)).toBe(megabytes));

  it('is refused if it is none', () => {
    expect(() => requestFor({ maxMemory: 512 })).toThrow(/maxMemory cannot be 512/);
    expect(() => requestFor({ maxMemory: 'much' })).toThrow(/maxMemory cannot be 'much'/);
  });
});

it('has exit codes for signals, as shells number them', () => {
  expect([exitCodeOfSignal('SIGINT'), exitCodeOfSignal('SIGTERM')]).toEqual([130, 143]);
});
