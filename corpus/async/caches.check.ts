// Caches, singletons and tokens, each wrong and right.
import assert from 'node:assert';
import { check } from 'fencepost';

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`a cache is filled after it was invalidated: ${kind}`, (t) => {
    let row = 1;
    let cache: number | undefined;
    let version = 0;
    const load = t.outside(() => row, { name: 'load' });
    t.task('reader', async () => {
      const own = version;
      const value = await load();
      if (!isRight || own === version) cache = value;
    });
    t.task('writer', () => {
      row = 2;
      version++;
      cache = undefined;
    });
    t.after(() => assert.ok(cache === undefined || cache === row));
  });

  check(`a value is loaded twice: ${kind}`, (t) => {
    let loads = 0;
    const cache = new Map<string, number>();
    const pending = new Map<string, Promise<number>>();
    const load = t.outside(() => ++loads, { name: 'load' });
    const get = async (key: string): Promise<number> => {
      const known = cache.get(key);
      if (known !== undefined) return known;
      const value = load();
      if (isRight) {
        const before = pending.get(key);
        if (before !== undefined) return before;
        pending.set(key, value);
      }
      const loaded = await value;
      cache.set(key, loaded);
      return loaded;
    };
    const once = async (key: string): Promise<number> => {
      let value = pending.get(key);
      if (value === undefined) pending.set(key, (value = load()));
      return value;
    };
    t.task('A', async () => (isRight ? once('x') : get('x')));
    t.task('B', async () => (isRight ? once('x') : get('x')));
    t.after(() => assert.equal(loads, 1));
  });

  check(`a resource is made twice: ${kind}`, (t) => {
    let made = 0;
    let opening: Promise<number> | undefined;
    let ready: number | undefined;
    const connect = t.outside(() => ++made, { name: 'connect' });
    const use = async (): Promise<void> => {
      if (isRight) ready = await (opening ??= connect());
      else ready ??= await connect();
    };
    t.task('A', use);
    t.task('B', use);
    t.after(() => assert.deepEqual([made, ready], [1, 1]));
  });

  check(`a failed opening is kept: ${kind}`, (t) => {
    let isUp = false;
    let opening: Promise<string> | undefined;
    const connect = t.outside(
      () => {
        if (!isUp) throw new Error('down');
        return 'connection';
      },
      { name: 'connect', effect: 'call' },
    );
    const open = async (): Promise<string> => {
      opening ??= connect().catch((error: unknown) => {
        if (isRight) opening = undefined;
        throw error;
      });
      return opening;
    };
    t.task('client', async () => {
      await open().catch(() => undefined);
      isUp = true;
      await open();
    });
  });

  check(`a token is refreshed twice: ${kind}`, (t) => {
    let valid = 1;
    let token = 0;
    let refreshing: Promise<void> | undefined;
    // Each refresh invalidates the token before.
    const issue = t.outside(() => ++valid, { name: 'issue' });
    const refresh = async (): Promise<void> => {
      token = await issue();
    };
    t.task('A', async () => (isRight ? (refreshing ??= refresh()) : refresh()));
    t.task('B', async () => (isRight ? (refreshing ??= refresh()) : refresh()));
    t.after(() => assert.equal(token, valid));
  });
}
