import { describe, expect, it } from 'vitest';
import { Exchange } from '../src/agent/exchange.js';
import type { TakenJob } from '../src/runs/protocol.js';
import type { Answer } from '../src/runs/records.js';
import type { Exchanged } from '../src/runs/run-store.js';

function jobNamed(id: string): TakenJob {
  return { id, attempt: 0, program: 0, model: 'sc', epoch: 0, path: '', bytes: null };
}

function answerTo(id: string): Answer {
  return { job: jobNamed(id) } as unknown as Answer;
}

/** A store with this many jobs that records its requests. */
class Store {
  readonly asked: string[] = [];
  private left: number;
  private readonly refuses: (ids: readonly string[]) => Error | undefined;

  constructor(left: number, refuses: (ids: readonly string[]) => Error | undefined = () => undefined) {
    this.left = left;
    this.refuses = refuses;
  }

  exchange(answers: readonly Answer[], wanted: number): Promise<Exchanged> {
    const ids = answers.map(({ job }) => job.id);
    this.asked.push(`${ids.join(' ')} + ${wanted}`);
    const error = this.refuses(ids);
    if (error !== undefined) return Promise.reject(error);
    const count = Math.min(wanted, this.left);
    this.left -= count;
    const taken = Array.from({ length: count }, (_, i) => jobNamed(`job ${i}`));
    return Promise.resolve({ committed: new Set(ids.filter((id) => id !== 'lost')), taken });
  }
}

describe('an exchange', () => {
  it('commits all ready results at once, and takes as many jobs', async () => {
    const store = new Store(3);
    const exchange = new Exchange(store);
    const outcomes = await Promise.all([
      exchange.commit(answerTo('a')),
      exchange.commit(answerTo('lost')),
      exchange.take(),
    ]);
    expect(outcomes.map((each) => (typeof each === 'object' ? each.id : each))).toEqual(['committed', 'lost', 'job 0']);
    expect(exchange.hasReady).toBe(true);
    expect([await exchange.take(), await exchange.take()].map((job) => job?.id)).toEqual(['job 1', 'job 2']);
    expect(exchange.hasReady).toBe(false);
    expect(store.asked).toEqual(['a lost + 3']);
  });

  it('does not ask again for a thread that has just been refused a job', async () => {
    const store = new Store(0);
    const exchange = new Exchange(store);
    await exchange.commit(answerTo('a'));
    expect(await exchange.take()).toBeUndefined();
    expect(store.asked).toEqual(['a + 1']);
    expect(await exchange.take()).toBeUndefined();
    expect(store.asked).toEqual(['a + 1', ' + 1']);
  });

  it('takes no jobs once it is closed', async () => {
    const store = new Store(5);
    const exchange = new Exchange(store);
    exchange.close();
    expect(await exchange.commit(answerTo('a'))).toBe('committed');
    expect(await exchange.take()).toBeUndefined();
    expect(store.asked).toEqual(['a + 0', ' + 0']);
  });

  it('reports to all threads that the database is unavailable', async () => {
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const exchange = new Exchange(new Store(5, () => away));
    const settled = await Promise.allSettled([
      exchange.commit(answerTo('a')),
      exchange.commit(answerTo('b')),
      exchange.take(),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('commits the others if the database refuses one answer', async () => {
    const refused = Object.assign(new Error('no such text'), { code: '22P05' });
    const exchange = new Exchange(new Store(0, (ids) => (ids.includes('b') ? refused : undefined)));
    const asked = ['a', 'b', 'c'].map((id) => exchange.commit(answerTo(id)));
    const settled = await Promise.allSettled([...asked, exchange.take()]);
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error)))).toEqual([
      ...['committed', refused, 'committed', undefined],
    ]);
  });
});
