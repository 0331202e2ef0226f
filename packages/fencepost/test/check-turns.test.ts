import { FencepostError } from '@fencepost/core';
import { fencepost } from '@fencepost/testing/terminal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Supervisor } from '../src/supervise/supervisor.js';

afterEach(() => vi.restoreAllMocks());

/** What was asked of the checker, which answers at once. `seconds`: what the checks were given. */
let asked: string[] = [];
let seconds: number[] = [];

beforeEach(() => {
  asked = [];
  seconds = [];
  vi.spyOn(Supervisor.prototype, 'load').mockImplementation((file) => {
    asked.push(`load ${file}`);
    if (file === 'wrong.c') return Promise.reject(new FencepostError('C_COMPILE', 'wrong.c: wrong'));
    const program = { name: 'main', accepted: ['sc'] };
    return Promise.resolve([{ source: file, program, digest: '', alone: true, index: 0, reads: [file] }] as never);
  });
  vi.spyOn(Supervisor.prototype, 'check').mockImplementation(({ source, program, digest }, limit) => {
    asked.push(`check ${source}`);
    seconds.push(limit);
    return Promise.resolve({ source, program: program.name, digest, checks: [], saved: null });
  });
});

const run = (...args: string[]) => fencepost(['check', ...args, '--no-config', '--jobs', '1', '--model', 'sc']);

describe('several files', () => {
  it('are compiled one at a time if time is limited, each when it is its turn', async () => {
    await run('a.c', 'b.cpp', 'c.ll', '--max-time', '60');
    expect(asked).toEqual(['load a.c', 'check a.c', 'load b.cpp', 'check b.cpp', 'load c.ll', 'check c.ll']);
    const near = (expected: number): unknown => expect.closeTo(expected, -1) as unknown;
    expect(seconds).toEqual([near(20), near(30), near(60)]);
  });

  it('are all loaded first if there is time, or nothing to compile', async () => {
    const loadedFirst = ['load', 'load', 'check', 'check'];
    await run('a.c', 'b.c');
    expect(asked.map((each) => each.split(' ')[0])).toEqual(loadedFirst);
    asked = [];
    await run('a.check.mjs', 'b.check.mjs', '--max-time', '60');
    expect(asked.map((each) => each.split(' ')[0])).toEqual(loadedFirst);
  });

  it('with an error in one of them do not keep the others from being checked', async () => {
    const { err } = await run('wrong.c', 'b.c', '--max-time', '60');
    expect(asked).toEqual(['load wrong.c', 'load b.c', 'check b.c']);
    expect(err).toContain('wrong.c: wrong');
    expect(err).toContain('not checked: wrong.c');
  });

  it('of which none can be loaded end the run as before', async () => {
    const { code, err } = await run('wrong.c', '--max-time', '60');
    expect([code, asked]).toEqual([2, ['load wrong.c']]);
    expect(err).not.toContain('not checked');
  });
});
