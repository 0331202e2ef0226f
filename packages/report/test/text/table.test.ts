import type { ModelName, Program } from '@fencepost/core';
import {
  LocalStates,
  assert,
  compareExchange,
  fence,
  join,
  load,
  lock,
  parseSchedule,
  program,
  spawn,
  store,
  tryLock,
  unlock,
} from '@fencepost/core';
import { tableOf } from '@fencepost/report';
import { buildStory } from '@fencepost/check';
import { describe, expect, it } from 'vitest';

function table(source: Program, model: ModelName, schedule: string, width = 100): string {
  return `\n${tableOf(buildStory(new LocalStates(source), model, parseSchedule(schedule)), width).join('\n')}\n`;
}

const at = (line: number) => ({ file: 'mp.c', line });

const messagePassing = program('mp', (p) => {
  const data = p.variable('data');
  const flag = p.variable('flag');
  p.thread('sender', function* () {
    yield store(data, 1, 'relaxed', at(3));
    yield store(flag, 1, 'relaxed', at(4));
  });
  p.thread('receiver', function* () {
    if ((yield load(flag, 'relaxed', at(8))) === 1) {
      assert((yield load(data, 'relaxed', at(9))) === 1, 'data is there');
    }
  });
});

describe('the table of an execution', () => {
  it('has lines, values and stores that have not reached memory', () => {
    expect(table(messagePassing, 'pso', 'fp1:1x2.1c1.2x2.1c')).toBe(`
sender                       receiver
3  data = 1  (in buffer)
4  flag = 1
                             8  flag → 1
                             9  data → 0  (line 3 has not reached memory)
                                fails: data is there
3  data = 1 reaches memory
`);
  });

  it('is a list where there is no room for columns', () => {
    expect(table(messagePassing, 'pso', 'fp1:1x2.1c1.2x2.1c', 40)).toBe(`
sender    3  data = 1  (in buffer)
sender    4  flag = 1
receiver  8  flag → 1
receiver  9  data → 0  (line 3 has not
             reached memory)
receiver     fails: data is there
sender    3  data = 1 reaches memory
`);
  });

  const everything = program('everything', (p) => {
    const x = p.variable('x');
    const m = p.mutex('m');
    p.thread('main', function* () {
      yield store(x, 1);
      yield load(x);
      yield fence();
      const child = yield spawn(function* () {
        yield tryLock(m);
      }, 'child');
      yield lock(m);
      yield compareExchange(x, 1, 2);
      yield compareExchange(x, 1, 3);
      yield join(child);
      yield unlock(m);
    });
  });

  it('shows every kind of operation', () => {
    expect(table(everything, 'tso', 'fp1:1x2.1c.1x3.1-1.1x4')).toBe(`
main                            child
 main#0  x = 1  (in buffer)
 main#1  x → 1  (from its own buffer)
 main#0  x = 1 reaches memory
 main#2  fence
 main#3  starts child
 main#4  locks m
                                child#0  m is taken
 main#5  x: 1 becomes 2
 main#6  x → 2, left as it is
 main#7  joins child
 main#8  unlocks m
`);
  });

  it('has the output of threads, where they print', () => {
    const talking = program('talking', (p) => {
      const x = p.variable('x');
      p.thread('speaker', () => {
        const run = (function* () {
          yield store(x, 1);
          yield load(x);
        })();
        const texts = ['before\n', '', 'after'];
        return { next: (result: number) => run.next(result), takePrinted: () => texts.shift() ?? '' };
      });
    });
    expect(table(talking, 'tso', 'fp1:1.1c.1')).toBe(`
speaker
           prints "before\\n"
speaker#0  x = 1
speaker#1  x → 1
           prints "after"
`);
  });

  it('refuses a schedule of another program', () => {
    expect(() => table(everything, 'sc', 'fp1:1.2')).toThrow('step 2 of the schedule (2) is not possible');
  });
});
