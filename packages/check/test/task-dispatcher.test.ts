import { afterEach, describe, expect, it, vi } from 'vitest';
import { TaskDispatcher } from '../src/index.js';
import type { ExplorerResult, ExplorerTask, FromHelper, ToHelper } from '../src/index.js';
import type { Found, Task } from '../src/search/task.js';

/** One explorer that answers when it is told to, and what it was sent. */
function oneExplorer() {
  const sent: { readonly id: number; readonly task: ExplorerTask }[] = [];
  let take: (message: FromHelper<ExplorerResult>) => void = () => undefined;
  let end = (): void => undefined;
  const dispatcher = new TaskDispatcher(
    (onMessage, onEnd) => {
      take = onMessage;
      end = onEnd;
      const send = (message: ToHelper<ExplorerTask>): void => {
        if ('task' in message) sent.push(message);
      };
      return { send, end: () => undefined };
    },
    2,
    0,
  );
  dispatcher.begin(() => ({ program: undefined, tooDeep: [] }));
  expect(dispatcher.room).toBe(0);
  take('ready');
  const answer = (which: number, found?: string): void =>
    take({ id: sent[which]!.id, result: { found: found as never } });
  return {
    dispatcher,
    sent,
    answer,
    lose: (which: number) => take({ id: sent[which]!.id, result: 'lost' }),
    end: () => end(),
  };
}

const task = (name: string): Task => name as never;
const found = (name: string): Found => name as never;

describe('tasks of consecutive searches, each counted from 0', () => {
  it('are distinguished, although the answer to the first is late', () => {
    const { dispatcher, answer } = oneExplorer();
    dispatcher.dispatch(0, task('under SC'));
    dispatcher.begin(() => ({ program: undefined, tooDeep: [] }));
    dispatcher.dispatch(0, task('under TSO'));
    answer(0, 'of SC');
    expect(dispatcher.collect()).toEqual([]);
    expect(dispatcher.room).toBe(1);
    answer(1, 'of TSO');
    expect(dispatcher.collect()).toEqual([{ id: 0, found: found('of TSO') }]);
    expect(dispatcher.room).toBe(2);
  });

  it('are repeated if they are lost, and returned when their worker ends', () => {
    const { dispatcher, sent, answer, lose, end } = oneExplorer();
    dispatcher.dispatch(5, task('a'));
    lose(0);
    expect(sent.map((each) => each.task.task)).toEqual(['a', 'a']);
    // It was told what the search knows with the first one, and knows that still.
    expect(sent.map((each) => each.task.knowledge !== undefined)).toEqual([true, false]);
    answer(1, 'of a');
    expect(dispatcher.collect()).toEqual([{ id: 5, found: found('of a') }]);
    dispatcher.dispatch(6, task('b'));
    end();
    expect(dispatcher.collect()).toEqual([{ id: 6, found: undefined }]);
    // What was on its way comes after the end.
    answer(2, 'of b');
    expect(dispatcher.collect()).toEqual([]);
  });
});

describe('threads are started', () => {
  afterEach(() => vi.restoreAllMocks());

  /** `share`: the part of a core that the search gets. Returns a dispatcher with a clock of its own, how many threads it has started, and how often it asked for an estimate. */
  function considered(jobs: number, share = 1) {
    const counted = { started: 0, asked: 0 };
    const connect = () => {
      counted.started++;
      return { send: () => undefined, end: () => undefined };
    };
    const dispatcher = new TaskDispatcher(connect, jobs);
    dispatcher.begin(() => ({ program: undefined, tooDeep: [] }));
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: 1000 * share * now, system: 0 }));
    const consider = (milliseconds: number, low: number, high = low): void => {
      now = milliseconds;
      dispatcher.consider(() => {
        counted.asked++;
        return { low, high };
      });
      expect(dispatcher.room).toBe(0);
    };
    return { consider, counted };
  }

  it('one fewer than jobs, as the search explores, too; not in its first second', () => {
    const { consider, counted } = considered(4);
    consider(0, 100);
    consider(999, 100);
    expect(counted).toEqual({ started: 0, asked: 0 });
    consider(1000, 100);
    consider(5000, 100);
    expect(counted).toEqual({ started: 3, asked: 1 });
  });

  it('not for a search that ends soon, which is estimated less and less often', () => {
    const { consider, counted } = considered(2);
    for (let now = 0; now < 3000; now += 10) consider(now, 1.9);
    expect(counted).toEqual({ started: 0, asked: 3 });
  });

  it('after three seconds if the search may still take long', () => {
    const { consider, counted } = considered(2);
    for (let now = 0; now < 3000; now += 10) consider(now, 1, 100);
    expect(counted.started).toBe(0);
    consider(3000, 1, 100);
    expect(counted.started).toBe(1);
  });

  it('after nine seconds, even if each estimate said that the search ends soon', () => {
    const { consider, counted } = considered(2);
    for (let now = 0; now < 9000; now += 10) consider(now, 0.1, 1.9);
    expect(counted).toEqual({ started: 0, asked: 6 });
    consider(9000, 0.1, 1.9);
    expect(counted.started).toBe(1);
  });

  it('by the time that the search itself computes, on a machine that is busy with other things', () => {
    const { consider, counted } = considered(2, 0.1);
    for (let now = 0; now < 20_000; now += 10) consider(now, 19);
    expect(counted.started).toBe(0);
    consider(22_510, 21);
    expect(counted.started).toBe(1);
  });
});
