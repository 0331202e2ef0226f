import assert from 'node:assert';

// Ten bugs of async programs over stubs, for `npm run bench -- orders`.

type Service<P extends unknown[], R> = (...parameters: P) => Promise<R>;

/** What a program may use; a check of Fencepost is one, and fast-check's scheduler makes another. */
export interface Tasks {
  task(name: string, body: () => unknown): unknown;
  outside<P extends unknown[], R>(
    stub: (...parameters: P) => R,
    settings?: { readonly name?: string; readonly effect?: 'call' },
  ): Service<P, R>;
  after(check: () => void): void;
}

export const BUGS: Readonly<Record<string, (t: Tasks) => void>> = {
  'an update is lost': (t) => {
    let row = 0;
    const get = t.outside(() => row, { name: 'get' });
    const put = t.outside((value: number) => void (row = value), { name: 'put' });
    for (const name of ['A', 'B']) t.task(name, async () => put((await get()) + 1));
    t.after(() => assert.equal(row, 2));
  },

  'three updates, only one is left': (t) => {
    let row = 0;
    const get = t.outside(() => row, { name: 'get' });
    const put = t.outside((value: number) => void (row = value), { name: 'put' });
    for (const name of ['A', 'B', 'C']) t.task(name, async () => put((await get()) + 1));
    t.after(() => assert.notEqual(row, 1));
  },

  'a cache is filled after it was invalidated': (t) => {
    let row = 1;
    let cache: number | undefined;
    const load = t.outside(() => row, { name: 'load' });
    t.task('reader', async () => {
      cache = await load();
    });
    t.task('writer', () => {
      row = 2;
      cache = undefined;
    });
    t.after(() => assert.ok(cache === undefined || cache === row));
  },

  'five answers arrive in reverse order': (t) => {
    let arrived = '';
    const load = t.outside((page: number) => page, { name: 'load', effect: 'call' });
    t.task('scroll', async () => {
      const append = async (page: number): Promise<void> => {
        const found = await load(page);
        arrived += String(found);
      };
      await Promise.all([0, 1, 2, 3, 4].map(append));
    });
    t.after(() => assert.notEqual(arrived, '43210'));
  },

  'a task releases a lock that it does not hold': (t) => {
    let isHeld = false;
    let inside = 0;
    let most = 0;
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    const run = async (): Promise<void> => {
      const isRefused = isHeld;
      try {
        if (isRefused) return;
        isHeld = true;
        most = Math.max(most, ++inside);
        await work();
        inside--;
      } finally {
        isHeld = false;
      }
    };
    for (const name of ['A', 'B', 'C']) t.task(name, run);
    t.after(() => assert.ok(most <= 1));
  },

  'a keyed mutex forgets who waits': (t) => {
    const tails = new Map<string, Promise<void>>();
    let inside = 0;
    let most = 0;
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    const locked = async (key: string): Promise<void> => {
      const own = (tails.get(key) ?? Promise.resolve()).then(async () => {
        most = Math.max(most, ++inside);
        await work();
        inside--;
      });
      tails.set(key, own);
      await own;
      tails.delete(key);
    };
    for (const name of ['A', 'B', 'C']) t.task(name, async () => locked('row'));
    t.after(() => assert.ok(most <= 1));
  },

  'a value changes and changes back': (t) => {
    let top = 'a';
    let pops = 0;
    const look = t.outside(() => [top, pops] as const, { name: 'look' });
    const swap = t.outside(
      (from: string, seen: number) => {
        if (top === from) assert.equal(pops, seen, 'popped and pushed again');
      },
      { name: 'swap' },
    );
    const pop = t.outside(
      () => {
        pops++;
        top = 'b';
      },
      { name: 'pop' },
    );
    const push = t.outside(() => void (top = 'a'), { name: 'push' });
    t.task('A', async () => swap(...(await look())));
    t.task('B', async () => {
      await pop();
      await push();
    });
  },

  'a transfer fits between two reads': (t) => {
    const rows = [1, 0, 0];
    const get = t.outside((i: number) => rows[i]!, { name: 'get' });
    const put = t.outside((i: number, value: number) => void (rows[i] = value), { name: 'put' });
    let sum = 1;
    t.task('report', async () => {
      const first = await get(0);
      const second = await get(1);
      sum = first + second + (await get(2));
    });
    t.task('transfer', async () => {
      await put(1, 1);
      await put(0, 0);
      await put(2, 1);
      await put(1, 0);
    });
    // The same amount is seen in all rows.
    t.after(() => assert.notEqual(sum, 3));
  },

  'a wake-up is lost': (t) => {
    let isReady = false;
    let wake: (() => void) | undefined;
    const ask = t.outside(() => isReady, { name: 'ask' });
    t.task('waiter', async () => {
      if (await ask()) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    });
    t.task('other', async () => {
      await ask();
      isReady = true;
      wake?.();
    });
  },

  'a cancellation in the last of eight steps': (t) => {
    let isOrdered = true;
    let isOverlooked = false;
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    t.task('order', async () => {
      for (let step = 1; step <= 8; step++) {
        const isWanted = isOrdered;
        await work();
        if (step === 8 && isWanted && !isOrdered) isOverlooked = true;
      }
    });
    t.task('cancel', () => void (isOrdered = false));
    t.after(() => assert.ok(!isOverlooked));
  },
};
