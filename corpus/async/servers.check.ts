// Races of servers and their stores, each wrong and right. The kinds are those of the bugs that NodeRacer was tried with
// (Endo and Møller, ICST 2020); the programs are our own.
import assert from 'node:assert';
import { check } from 'fencepost';

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`two posts get one slug: ${kind}`, (t) => {
    const posts: string[] = [];
    const table = t.outside({
      has: (slug: string) => posts.includes(slug),
      insert: (slug: string) => {
        if (isRight && posts.includes(slug)) return false;
        posts.push(slug);
        return true;
      },
    });
    const add = async (title: string): Promise<void> => {
      let slug = title;
      while (await table.has(slug)) slug += '-2';
      if (!(await table.insert(slug))) await table.insert(`${slug}-2`);
    };
    t.task('A', async () => add('news'));
    t.task('B', async () => add('news'));
    t.after(() => assert.equal(new Set(posts).size, posts.length));
  });

  check(`two callers get one free port: ${kind}`, (t) => {
    const taken = new Set<number>();
    const reserved = new Set<number>();
    const isFree = t.outside((port: number) => !taken.has(port), { name: 'isFree' });
    const listen = t.outside(
      (port: number) => {
        assert.ok(!taken.has(port), 'the port is in use');
        taken.add(port);
      },
      { name: 'listen' },
    );
    const start = async (): Promise<void> => {
      for (let port = 1; port <= 2; port++) {
        if (isRight && reserved.has(port)) continue;
        reserved.add(port);
        if (await isFree(port)) return listen(port);
      }
    };
    t.task('A', start);
    t.task('B', start);
  });

  check(`the user of a request is global: ${kind}`, (t) => {
    let user = '';
    const find = t.outside((name: string) => name, { name: 'find', effect: 'call' });
    const load = t.outside((of: string) => `page of ${of}`, { name: 'load', effect: 'call' });
    const handle = async (name: string): Promise<void> => {
      const own = await find(name);
      user = own;
      const checked = await load(name);
      assert.equal(checked, `page of ${isRight ? own : user}`);
    };
    t.task('A', async () => handle('ann'));
    t.task('B', async () => handle('bob'));
  });

  check(`requests wait for a token that was refused: ${kind}`, (t) => {
    const login = t.outside(() => 'token', { name: 'login', rejects: true, effect: 'call' });
    let isAsking = false;
    const waiting: (() => void)[] = [];
    const authenticate = async (): Promise<void> => {
      if (isAsking) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        return;
      }
      isAsking = true;
      const wake = (): void => {
        isAsking = false;
        for (const go of waiting.splice(0)) go();
      };
      await login().then(wake, () => {
        if (isRight) wake();
      });
    };
    t.task('A', authenticate);
    t.task('B', authenticate);
  });

  check(`a request is sent before the server listens: ${kind}`, (t) => {
    let isListening = false;
    const listen = t.outside(
      () => {
        isListening = true;
      },
      { name: 'listen' },
    );
    const request = t.outside(() => assert.ok(isListening, 'connection refused'), { name: 'request' });
    t.task('test', async () => {
      const listening = listen();
      if (isRight) await listening;
      await request();
      await listening;
    });
  });

  check(`a change comes before the page connects: ${kind}`, (t) => {
    let version = 1;
    let shown = 0;
    let isConnected = false;
    const load = t.outside(() => version, { name: 'load' });
    const connect = t.outside(() => 1, { name: 'connect', effect: 'call' });
    t.task('page', async () => {
      shown = await load();
      await connect();
      isConnected = true;
      if (isRight && shown !== version) shown = version;
    });
    t.task('change', () => {
      version = 2;
      if (isConnected) shown = version;
    });
    t.after(() => assert.equal(shown, 2));
  });

  check(`a row is inserted while the table loads: ${kind}`, (t) => {
    let rows: string[] = [];
    const read = t.outside(() => ['old'], { name: 'read', effect: 'call' });
    let loading: Promise<void> | undefined;
    const load = async (): Promise<void> => {
      rows = await read();
    };
    t.task('load', async () => (loading ??= load()));
    t.task('insert', async () => {
      if (isRight) await (loading ??= load());
      rows.push('new');
    });
    t.after(() => assert.ok(rows.includes('new'), 'the row is lost'));
  });

  check(`a transaction ends while a query runs: ${kind}`, (t) => {
    let isOpen = true;
    const query = t.outside(
      (isValid: boolean) => {
        assert.ok(isOpen, 'the transaction is over');
        if (!isValid) throw new Error('constraint');
      },
      { name: 'query' },
    );
    const rollback = t.outside(
      () => {
        isOpen = false;
      },
      { name: 'rollback' },
    );
    t.task('transaction', async () => {
      const queries = [query(false), query(true)];
      const late = queries[1]!;
      try {
        if (isRight) await Promise.allSettled(queries);
        await Promise.all(queries);
      } catch {
        await rollback();
      }
      await late;
    });
  });

  check(`a list is filled by two answers: ${kind}`, (t) => {
    let names: string[] = [];
    const list = t.outside(() => ['a', 'b'], { name: 'list', effect: 'call' });
    const refresh = async (): Promise<void> => {
      if (!isRight) names = [];
      const found = await list();
      if (isRight) names = found;
      else names.push(...found);
    };
    t.task('A', refresh);
    t.task('B', refresh);
    t.after(() => assert.deepEqual(names, ['a', 'b']));
  });

  check(`a session is saved as a whole: ${kind}`, (t) => {
    let stored: Readonly<Record<string, number>> = {};
    const store = t.outside({
      load: () => stored,
      save: (session: Readonly<Record<string, number>>) => {
        stored = session;
      },
      set: (key: string, value: number) => {
        stored = { ...stored, [key]: value };
      },
    });
    const handle = async (key: string): Promise<void> => {
      if (isRight) await store.set(key, 1);
      else await store.save({ ...(await store.load()), [key]: 1 });
    };
    t.task('A', async () => handle('cart'));
    t.task('B', async () => handle('theme'));
    t.after(() => assert.deepEqual(Object.keys(stored).toSorted(), ['cart', 'theme']));
  });
}
