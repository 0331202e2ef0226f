// Races of emitters, streams, sockets and child processes, each wrong and right. The kinds are those of the bugs that
// NodeRacer was tried with (Endo and Møller, ICST 2020); the programs are our own.
import assert from 'node:assert';
import { EventEmitter } from 'node:events';
import { check } from 'fencepost';

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`a sheet ends before its rows are parsed: ${kind}`, (t) => {
    const sheet = new EventEmitter();
    const parse = t.outside((row: string) => row, { name: 'parse', effect: 'call' });
    const rows: string[] = [];
    let pending = 0;
    let hasEnded = false;
    let count = -1;
    const finish = (): void => {
      if (!isRight || (hasEnded && pending === 0)) count = rows.length;
    };
    sheet.on('row', (row: string) => {
      pending++;
      void parse(row).then((parsed) => {
        rows.push(parsed);
        pending--;
        if (isRight) finish();
      });
    });
    sheet.on('end', () => {
      hasEnded = true;
      finish();
    });
    const read = t.outside(() => ['a', 'b'], { name: 'read', effect: 'call' });
    t.task('extract', async () => {
      for (const row of await read()) sheet.emit('row', row);
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
      sheet.emit('end');
    });
    t.after(() => assert.equal(count, 2));
  });

  check(`a listener is added after the event: ${kind}`, (t) => {
    const server = new EventEmitter();
    const bind = t.outside(() => 80, { name: 'bind', effect: 'call' });
    const login = t.outside(() => 'user', { name: 'login', effect: 'call' });
    const listening = async (): Promise<void> =>
      new Promise((resolve) => {
        server.once('listening', resolve);
      });
    t.task('start', async () => {
      const early = isRight ? listening() : undefined;
      void bind().then((port) => server.emit('listening', port));
      await login();
      await (early ?? listening());
    });
  });

  check(`a pooled socket is used after it was closed: ${kind}`, (t) => {
    const free = [{ isOpen: true }];
    const work = t.outside(() => 1, { name: 'work', effect: 'call' });
    t.task('idle timer', () => {
      const socket = free[0];
      if (socket === undefined) return;
      socket.isOpen = false;
      if (isRight) free.shift();
    });
    t.task('request', async () => {
      await work();
      const socket = free.shift() ?? { isOpen: true };
      assert.ok(socket.isOpen, 'the socket is closed');
    });
  });

  check(`a client leaves while it subscribes: ${kind}`, (t) => {
    const client = { isOpen: true };
    const subscribers = new Set<object>();
    const authorize = t.outside(() => true, { name: 'authorize', effect: 'call' });
    t.task('subscribe', async () => {
      await authorize();
      if (!isRight || client.isOpen) subscribers.add(client);
    });
    t.task('close', () => {
      client.isOpen = false;
      subscribers.delete(client);
    });
    t.after(() => assert.equal(subscribers.size, 0));
  });

  check(`each reconnection adds a listener: ${kind}`, (t) => {
    const socket = new EventEmitter();
    let handled = 0;
    const handle = (): void => {
      handled++;
    };
    const connect = t.outside(() => 1, { name: 'connect', effect: 'call' });
    const reconnect = async (): Promise<void> => {
      await connect();
      if (isRight) socket.off('message', handle);
      socket.on('message', handle);
    };
    t.task('ping time-out', reconnect);
    t.task('network change', reconnect);
    t.after(() => {
      socket.emit('message');
      assert.equal(handled, 1);
    });
  });

  check(`an error comes after the listeners are gone: ${kind}`, (t) => {
    const request = new EventEmitter();
    request.on('error', () => undefined);
    const send = t.outside(() => 1, { name: 'send', rejects: true, effect: 'call' });
    t.task('send', async () => {
      await send().catch((error: unknown) => request.emit('error', error));
    });
    t.task('abort', () => {
      request.removeAllListeners('error');
      if (isRight) request.on('error', () => undefined);
    });
  });

  check(`a method is called before the object is ready: ${kind}`, (t) => {
    const load = t.outside(() => new Map([['a', 1]]), { name: 'load', effect: 'call' });
    class Store {
      rows: Map<string, number> | undefined;
      readonly ready: Promise<void>;

      constructor() {
        this.ready = load().then((rows) => {
          this.rows = rows;
        });
      }

      async get(key: string): Promise<number> {
        if (isRight) await this.ready;
        assert.ok(this.rows !== undefined, 'the store is not loaded');
        return this.rows.get(key)!;
      }
    }
    const store = new Store();
    t.task('get', async () => store.get('a'));
  });

  check(`a child exits before its output is read: ${kind}`, (t) => {
    const child = new EventEmitter();
    let output = '';
    let result: string | undefined;
    let open = 2;
    const close = (): void => {
      if (--open === 0) child.emit('close');
    };
    child.on('data', (text: string) => {
      output += text;
    });
    child.on(isRight ? 'close' : 'exit', () => {
      result = output;
    });
    const pipe = t.outside(() => 'done', { name: 'pipe', effect: 'call' });
    const wait = t.outside(() => 0, { name: 'wait', effect: 'call' });
    t.task('output', async () => {
      child.emit('data', await pipe());
      close();
    });
    t.task('exit', async () => {
      child.emit('exit', await wait());
      close();
    });
    t.after(() => assert.equal(result, 'done'));
  });

  check(`a message overtakes those that wait: ${kind}`, (t) => {
    const sent: string[] = [];
    const waiting = ['first', 'second'];
    const write = t.outside((text: string) => sent.push(text), { name: 'write', effect: 'call' });
    let isFlushing = false;
    const flush = async (): Promise<void> => {
      if (isFlushing) return;
      isFlushing = true;
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) await write(text);
      isFlushing = false;
    };
    t.task('connected', flush);
    t.task('send', async () => {
      if (isRight || waiting.length === 2) {
        waiting.push('third');
        await flush();
      } else {
        await write('third');
      }
    });
    t.after(() => assert.deepEqual(sent, ['first', 'second', 'third']));
  });

  check(`an entry is added to an archive that is complete: ${kind}`, (t) => {
    const archive = new EventEmitter();
    const entries: string[] = [];
    let pending = 0;
    let isFinal = false;
    const stat = t.outside((name: string) => name, { name: 'stat', effect: 'call' });
    const append = async (name: string): Promise<void> => {
      pending++;
      const found = await stat(name);
      assert.ok(!isFinal, 'the archive is complete');
      entries.push(found);
      if (--pending === 0) archive.emit('drained');
    };
    t.task('pack', async () => {
      const added = [append('a'), append('b')];
      if (isRight && pending > 0) {
        await new Promise((resolve) => {
          archive.once('drained', resolve);
        });
      }
      isFinal = true;
      await Promise.all(added);
    });
  });
}
