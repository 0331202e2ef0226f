// Objects with async methods, each wrong and right: their calls are linearizable, or not.
import { linearizable, oneOf } from 'fencepost';

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  /** The wrong one wakes a waiter, but leaves itself open until that runs. */
  class Mutex {
    private isHeld = false;
    private readonly waiters: (() => void)[] = [];

    async lock(): Promise<void> {
      if (this.isHeld) {
        await new Promise<void>((resolve) => {
          this.waiters.push(resolve);
        });
      }
      this.isHeld = true;
    }

    unlock(): void {
      const next = this.waiters.shift();
      if (next === undefined || !isRight) this.isHeld = false;
      next?.();
    }
  }

  linearizable(
    `a mutex is open until its next holder runs: ${kind}`,
    () => {
      const mutex = new Mutex();
      let inside = 0;
      return {
        async enter() {
          await mutex.lock();
          return ++inside;
        },
        leave() {
          if (inside === 0) return;
          inside--;
          mutex.unlock();
        },
      };
    },
    { enter: [], leave: [] },
    { threads: 3, calls: 3, blocking: ['enter'], initial: [['enter']], roles: { other: ['enter'], holder: ['leave'] } },
  );

  linearizable(
    `a semaphore counts after it has waited: ${kind}`,
    (t) => {
      const prepare = t.outside(() => undefined, { name: 'prepare', effect: 'call' });
      let free = 1;
      return {
        async tryAcquire() {
          if (free === 0) return false;
          if (isRight) free--;
          await prepare();
          if (!isRight) free--;
          return true;
        },
      };
    },
    { tryAcquire: [] },
    { calls: 3 },
  );

  linearizable(
    `a queue gives one element to two callers: ${kind}`,
    (t) => {
      const load = t.outside((element: number) => element, { name: 'load', effect: 'call' });
      const elements = [1, 2];
      return {
        async take() {
          const first = isRight ? elements.shift() : elements[0];
          if (first === undefined) return undefined;
          const loaded = await load(first);
          if (!isRight) elements.shift();
          return loaded;
        },
      };
    },
    { take: [] },
    { calls: 2 },
  );

  linearizable(
    `a cache keeps an answer that is older than what was put: ${kind}`,
    (t) => {
      const rows = new Map([['x', 0]]);
      const store = t.outside({
        get: (key: string) => rows.get(key)!,
        put: (key: string, value: number) => {
          rows.set(key, value);
        },
      });
      const cache = new Map<string, Promise<number>>();
      return {
        async get(key: string) {
          let answer = cache.get(key);
          // One request for all callers.
          if (answer === undefined) cache.set(key, (answer = store.get(key)));
          return answer;
        },
        async put(key: string, value: number) {
          if (!isRight) cache.delete(key);
          await store.put(key, value);
          if (isRight) cache.delete(key);
        },
      };
    },
    { get: [oneOf('x')], put: [oneOf('x'), oneOf(1)] },
    { calls: 3, roles: { reader: ['get'], writer: ['put', 'get'] } },
  );

  linearizable(
    `a pool opens more than it may: ${kind}`,
    (t) => {
      const open = t.outside(() => undefined, { name: 'open', effect: 'call' });
      const idle: number[] = [];
      let opened = 0;
      return {
        async acquire() {
          const reused = idle.pop();
          if (reused !== undefined) return reused;
          if (opened === 1) throw new Error('the pool is exhausted');
          if (isRight) opened++;
          await open();
          return isRight ? opened : ++opened;
        },
      };
    },
    { acquire: [] },
    { calls: 2 },
  );

  linearizable(
    `a counter writes what it read before an await: ${kind}`,
    () => {
      let count = 0;
      return {
        async increment() {
          const read = count;
          await Promise.resolve();
          count = (isRight ? count : read) + 1;
          return count;
        },
      };
    },
    { increment: [] },
    { calls: 3 },
  );

  linearizable(
    `a rate limiter lets two through: ${kind}`,
    (t) => {
      let used = 0;
      const stored = t.outside(
        {
          read: () => used,
          write: (value: number) => {
            used = value;
          },
          take: () => used++ === 0,
        },
        { name: 'store' },
      );
      return {
        async allow() {
          if (isRight) return stored.take();
          const before = await stored.read();
          if (before > 0) return false;
          await stored.write(before + 1);
          return true;
        },
      };
    },
    { allow: [] },
    { calls: 2 },
  );

  linearizable(
    `a register answers before its write took effect: ${kind}`,
    (t) => {
      let row = 0;
      const store = t.outside({
        get: () => row,
        put: (value: number) => {
          row = value;
        },
      });
      return {
        async get() {
          return store.get();
        },
        async put(value: number) {
          const written = store.put(value);
          if (isRight) await written;
        },
      };
    },
    { get: [], put: [oneOf(1)] },
    { calls: 2 },
  );
}
