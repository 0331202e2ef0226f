// Locks, semaphores and limits made of promises, each wrong and right.
import assert from 'node:assert';
import { check } from 'fencepost';

/** Counts the tasks in a critical section. */
class Section {
  inside = 0;
  most = 0;

  enter(): void {
    this.most = Math.max(this.most, ++this.inside);
  }

  leave(): void {
    this.inside--;
  }
}

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`a lock is released by a task that does not hold it: ${kind}`, (t) => {
    let isHeld = false;
    const section = new Section();
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    const run = async (): Promise<void> => {
      const isRefused = isHeld;
      try {
        if (isRefused) return;
        isHeld = true;
        section.enter();
        await work();
        section.leave();
      } finally {
        if (!isRight || !isRefused) isHeld = false;
      }
    };
    for (const name of ['A', 'B', 'C']) t.task(name, run);
    t.after(() => assert.ok(section.most <= 1));
  });

  check(`a keyed mutex forgets who waits: ${kind}`, (t) => {
    const tails = new Map<string, Promise<void>>();
    const section = new Section();
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    const locked = async (key: string): Promise<void> => {
      const before = tails.get(key) ?? Promise.resolve();
      const own = before.then(async () => {
        section.enter();
        await work();
        section.leave();
      });
      tails.set(key, own);
      await own;
      if (!isRight || tails.get(key) === own) tails.delete(key);
    };
    for (const name of ['A', 'B', 'C']) t.task(name, async () => locked('row'));
    t.after(() => assert.ok(section.most <= 1));
  });

  check(`a mutex wakes a waiter that must wait again: ${kind}`, (t) => {
    let isHeld = false;
    const waiters: (() => void)[] = [];
    const section = new Section();
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    const acquire = async (): Promise<void> => {
      if (!isHeld) {
        isHeld = true;
        return;
      }
      await new Promise<void>((resolve) => {
        waiters.push(resolve);
      });
      isHeld = true;
    };
    const release = (): void => {
      const next = waiters.shift();
      // The lock must pass to the waiter, which runs later: nobody may take it in between.
      if (!isRight || next === undefined) isHeld = false;
      if (isRight) next?.();
      else queueMicrotask(() => void work().then(next));
    };
    const run = async (): Promise<void> => {
      await acquire();
      section.enter();
      await work();
      section.leave();
      release();
    };
    for (const name of ['A', 'B', 'C']) t.task(name, run);
    t.after(() => assert.ok(section.most <= 1));
  });

  check(`a semaphore lets too many in: ${kind}`, (t) => {
    let permits = 2;
    const section = new Section();
    const prepare = t.outside(() => undefined, { name: 'prepare', effect: 'call' });
    const work = t.outside(() => undefined, { name: 'work', effect: 'call' });
    const run = async (): Promise<void> => {
      if (permits === 0) return;
      if (isRight) permits--;
      await prepare();
      if (!isRight) permits--;
      section.enter();
      await work();
      section.leave();
      permits++;
    };
    for (const name of ['A', 'B', 'C']) t.task(name, run);
    t.after(() => assert.ok(section.most <= 2));
  });

  check(`a rate limiter counts too late: ${kind}`, (t) => {
    const LIMIT = 1;
    let used = 0;
    let calls = 0;
    const call = t.outside(() => calls++, { name: 'call' });
    const limited = async (): Promise<void> => {
      if (used >= LIMIT) return;
      if (isRight) used++;
      await call();
      if (!isRight) used++;
    };
    t.task('A', limited);
    t.task('B', limited);
    t.after(() => assert.ok(calls <= LIMIT));
  });

  check(`a lock is not released after a failure: ${kind}`, (t) => {
    let tail: Promise<unknown> = Promise.resolve();
    const work = t.outside(() => undefined, { name: 'work', rejects: true, effect: 'call' });
    let done = 0;
    const run = async (): Promise<void> => {
      const own = tail.then(async () => {
        await work().catch((error: unknown) => {
          if (!isRight) throw error;
        });
        done++;
      });
      tail = own;
      await own.catch(() => undefined);
    };
    t.task('A', run);
    t.task('B', run);
    t.after(() => assert.equal(done, 2));
  });
}
