// Races of timers, ticks and promises, each wrong and right. The kinds are those of NodeRacer's micro-benchmarks (Endo
// and Møller, ICST 2020); the programs are our own.
import assert from 'node:assert';
import { check } from 'fencepost';

const pause = async (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`a timer fires before the file is read: ${kind}`, (t) => {
    let data: string | undefined;
    const read = t.outside(() => 'text', { name: 'read', effect: 'call' });
    t.task('start', async () => {
      const use = (): void => assert.equal(data, 'text');
      if (!isRight) setTimeout(use, 10);
      data = await read();
      if (isRight) setTimeout(use, 10);
    });
  });

  check(`immediates of two answers run in any order: ${kind}`, (t) => {
    const order: string[] = [];
    const stat = t.outside((name: string) => name, { name: 'stat', effect: 'call' });
    const visit = async (name: string): Promise<void> => {
      await stat(name);
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          order.push(name);
          resolve();
        });
      });
    };
    t.task('walk', async () => {
      if (isRight) for (const name of ['a', 'b']) await visit(name);
      else await Promise.all([visit('a'), visit('b')]);
    });
    t.after(() => assert.deepEqual(order, ['a', 'b']));
  });

  check(`an interval polls again before the answer: ${kind}`, (t) => {
    let done = 0;
    let isPolling = false;
    const poll = t.outside(() => true, { name: 'poll', effect: 'call' });
    t.task('poll', () => {
      let ticks = 0;
      const id = setInterval(() => {
        if (++ticks === 2) clearInterval(id);
        if (isRight && isPolling) return;
        isPolling = true;
        void poll().then(() => {
          clearInterval(id);
          done++;
        });
      }, 10);
    });
    t.after(() => assert.equal(done, 1));
  });

  check(`a time-out and an answer both call back: ${kind}`, (t) => {
    let calls = 0;
    const ask = t.outside(() => 1, { name: 'ask', effect: 'call' });
    t.task('request', () => {
      const callback = (): void => {
        calls++;
      };
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        callback();
      }, 50);
      void ask().then(() => {
        clearTimeout(timer);
        if (!isRight || !isOver) callback();
      });
    });
    t.after(() => assert.equal(calls, 1));
  });

  check(`a shorter timer is set too late: ${kind}`, (t) => {
    const order: string[] = [];
    const open = t.outside(() => 1, { name: 'open', effect: 'call' });
    t.task('start', async () => {
      const late = async (): Promise<void> => {
        await pause(20);
        order.push('second');
      };
      const waiting = isRight ? undefined : late();
      await open();
      await pause(10);
      order.push('first');
      await (waiting ?? late());
    });
    t.after(() => assert.deepEqual(order, ['first', 'second']));
  });

  check(`a tick comes before the answer: ${kind}`, (t) => {
    let config: { readonly port: number } | undefined;
    const load = t.outside(() => ({ port: 80 }), { name: 'load', effect: 'call' });
    const bind = t.outside(() => 1, { name: 'bind', effect: 'call' });
    let port = 0;
    t.task('start', async () => {
      const listen = (): void => {
        port = config?.port ?? 8080;
      };
      const loading = load();
      await bind();
      if (!isRight) process.nextTick(listen);
      config = await loading;
      if (isRight) process.nextTick(listen);
    });
    t.after(() => assert.equal(port, 80));
  });

  check(`a time-out ends the wait before the value is there: ${kind}`, (t) => {
    let value = 0;
    const load = t.outside(() => 1, { name: 'load', effect: 'call' });
    t.task('start', async () => {
      const isLate = pause(10).then(() => 'late');
      const loaded = load().then((found) => {
        value = found;
        return 'loaded';
      });
      if (isRight) await Promise.all([isLate, loaded]);
      else await Promise.race([isLate, loaded]);
      assert.equal(value, 1);
    });
  });

  check(`Promise.all does not have all: ${kind}`, (t) => {
    const table = new Map<string, number>();
    const put = t.outside((key: string) => table.set(key, 1), { name: 'put' });
    t.task('fill', async () => {
      const writes = ['a', 'b', 'c'].map(async (key) => put(key));
      await Promise.all(isRight ? writes : writes.slice(0, 2));
      assert.equal(table.size, 3);
    });
  });

  check(`the loser of Promise.race still has an effect: ${kind}`, (t) => {
    let shown = '';
    const load = t.outside(() => 'fresh', { name: 'load', effect: 'call' });
    t.task('show', async () => {
      let isOver = false;
      const fresh = load().then((text) => {
        if (!isRight || !isOver) shown = text;
        return text;
      });
      const won = await Promise.race([fresh, pause(100).then(() => 'old')]);
      isOver = true;
      shown = won;
      await fresh;
      assert.equal(shown, won);
    });
  });

  check(`forEach does not wait: ${kind}`, (t) => {
    let sum = 0;
    const size = t.outside((name: string) => name.length, { name: 'size', effect: 'call' });
    t.task('total', async () => {
      const add = async (name: string): Promise<void> => {
        const found = await size(name);
        sum += found;
      };
      if (isRight) await Promise.all(['a', 'bc'].map(add));
      else ['a', 'bc'].forEach((name) => void add(name));
      await pause(10);
      assert.equal(sum, 3);
    });
  });

  check(`a sum is read before an await: ${kind}`, (t) => {
    let sum = 0;
    const size = t.outside((name: string) => name.length, { name: 'size', effect: 'call' });
    t.task('total', async () => {
      const add = async (name: string): Promise<void> => {
        if (isRight) {
          const found = await size(name);
          sum += found;
        } else {
          sum += await size(name);
        }
      };
      await Promise.all(['a', 'bc'].map(add));
      assert.equal(sum, 3);
    });
  });

  check(`a queue runs two at a time: ${kind}`, (t) => {
    const log: number[] = [];
    const store = t.outside((item: number) => item, { name: 'store', effect: 'call' });
    t.task('drain', async () => {
      const items = [1, 2, 3];
      const worker = async (): Promise<void> => {
        for (let item = items.shift(); item !== undefined; item = items.shift()) log.push(await store(item));
      };
      await Promise.all(isRight ? [worker()] : [worker(), worker()]);
    });
    t.after(() => assert.deepEqual(log, [1, 2, 3]));
  });

  check(`two chains fork from one promise: ${kind}`, (t) => {
    let state = 'closed';
    const open = t.outside(() => 1, { name: 'open', effect: 'call' });
    const prepare = t.outside(() => 1, { name: 'prepare', effect: 'call' });
    t.task('start', async () => {
      const opened = open();
      const prepared = opened.then(async () => {
        await prepare();
        state = 'ready';
      });
      await (isRight ? prepared : opened.then(async () => pause(10)));
      assert.equal(state, 'ready');
    });
  });

  check(`a retry begins while the first attempt runs: ${kind}`, (t) => {
    let orders = 0;
    const seen = new Set<string>();
    const order = t.outside(
      (key: string) => {
        if (isRight && seen.has(key)) return;
        seen.add(key);
        orders++;
      },
      { name: 'order' },
    );
    t.task('buy', async () => {
      const first = order('x');
      const isLate = await Promise.race([first.then(() => false), pause(100).then(() => true)]);
      if (isLate) await order('x');
      await first;
    });
    t.after(() => assert.equal(orders, 1));
  });
}
