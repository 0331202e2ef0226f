import { FencepostError } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { SUSPENDED, current } from '../../src/world/running/current.js';
import { effects } from '../../src/world/time/effects.js';
import { Mutations } from '../../src/runtime/mutations.js';
import { GLOBAL_NAMES, globalValues } from '../../src/world/objects/global-names.js';
import { shimExports } from '../../src/world/running/shims.js';
import { compile, inWorld, runOnModel } from './worlds.js';

/** What a program logs, in a world of its own. */
const logged = (source: string): readonly string[] => {
  const { log, failure } = runOnModel(source);
  expect(failure).toBeUndefined();
  return log;
};

/** The error that comes out of a program. */
function errorOf(source: string, extra: Readonly<Record<string, unknown>> = {}): unknown {
  try {
    inWorld((world) => {
      compile(source, extra)();
      world.loop.run();
    });
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('virtual time', () => {
  it('begins in 2020 and passes when it is asked for', () => {
    expect(logged(`log(Date.now()); log(Date.now()); log(new Date().toISOString()); log(performance.now())`)).toEqual([
      String(Date.UTC(2020, 0, 1) + 1),
      String(Date.UTC(2020, 0, 1) + 2),
      '2020-01-01T00:00:00.003Z',
      '4',
    ]);
  });

  it('passes when a timer fires, even if no thread waits', () => {
    // A day passes within the time limit of this test.
    expect(logged(`const t = Date.now(); setTimeout(() => log(Date.now() - t), 86_400_000)`)).toEqual(['86400001']);
  });

  it('lets loops of set-up code that wait for it end', () => {
    expect(logged(`const end = Date.now() + 50; let n = 0; while (Date.now() < end) n++; log(n)`)).toEqual(['49']);
  });

  it('is available from process and perf_hooks, too', () => {
    expect(
      logged(
        `const a = process.hrtime(); const b = process.hrtime.bigint(); log(a); log(b); log(process.hrtime(a)); log(process.uptime())`,
      ),
    ).toEqual(['0,1000000', '2000000', '0,2000000', '0.004']);
  });

  it('leaves dates that are given alone', () => {
    expect(
      logged(`
        class D extends Date { hi() { return 'hi ' + this.getUTCFullYear() } }
        log([new Date(2001, 1).getFullYear(), new Date(0).getTime(), Date.UTC(1970, 0), Date.parse('1970-01-01'), Date.length, Date.name]);
        log([new D() instanceof D, new D() instanceof Date, new D().hi(), new Date() instanceof Date, typeof Date()]);
        log(Object.prototype.toString.call(new Date()))`),
    ).toEqual(['2001,0,0,0,7,Date', 'true,true,hi 2020,true,string', '[object Date]']);
  });
});

describe('determinism', () => {
  const program = `
    log(Math.random()); log(crypto.randomUUID()); log(crypto.getRandomValues(new Uint32Array(3))); log(performance.now());
    setTimeout(() => { log(Math.random()); log(Date.now()) }, Math.random() * 10)`;

  it('gives all worlds the same random numbers and times', () => {
    const first = logged(program);
    expect(first).toEqual(logged(program));
    expect(first[1]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(first).size).toBe(first.length);
  });

  it('gives random numbers in [0, 1) that differ', () => {
    const numbers = logged(`for (let i = 0; i < 1000; i++) log(Math.random())`).map(Number);
    expect(numbers.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(new Set(numbers).size).toBe(1000);
    const mean = numbers.reduce((sum, x) => sum + x) / 1000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });

  it('keeps the rest of Math', () => {
    expect(logged(`log([Math.max(1, 2), Math.PI === ${Math.PI}, String(Math)])`)).toEqual(['2,true,[object Math]']);
  });
});

describe('console and process', () => {
  it('keeps printed text for the execution', () => {
    const printed = inWorld((world) => {
      compile(
        `console.log('a %d', 1, { b: 2 }); console.error('e'); console.time('t'); process.stdout.write('raw')`,
        {},
      )();
      return world.printed;
    });
    expect(printed).toBe('a 1 { b: 2 }\ne\nraw');
  });

  it('leaves the process as it is', () => {
    const before = process.exitCode;
    expect(
      logged(`
        process.on('exit', () => log('never')).once('x', log); process.emitWarning('w'); process.exitCode = 3;
        log([process.exitCode, process.platform === '${process.platform}', process.argv.length > 0, process.memoryUsage().rss])`),
    ).toEqual(['3,true,true,1']);
    expect(process.exitCode).toBe(before);
    expect(logged(`log(process.exitCode)`)).toEqual(['undefined']);
  });
});

describe('the global object', () => {
  it('has the virtual globals, and the assignments of the world', () => {
    expect(
      logged(`
        globalThis.mine = 1; log(globalThis.mine); log(globalThis.Promise === Promise && globalThis.Date === Date);
        log(globalThis.Array === Array && global === globalThis); log('mine' in globalThis && !('other' in globalThis));
        log(typeof globalThis.setTimeout(() => 1)); log(Object.keys(globalThis).includes('mine'))`),
    ).toEqual(['1', 'true', 'true', 'true', 'object', 'true']);
    expect(logged(`log(globalThis.mine)`)).toEqual(['undefined']);
    expect('mine' in globalThis).toBe(false);
  });

  it('lists names and values in the same order', () => {
    expect(globalValues()).toHaveLength(GLOBAL_NAMES.length);
    expect(globalValues()[GLOBAL_NAMES.indexOf('Math')]).toHaveProperty('PI', Math.PI);
    expect(globalValues()).toBe(globalValues());
  });
});

describe('unsupported features', () => {
  it.each([
    ['awaiting a native promise', `(async () => { await native })()`],
    ['resolving with a native promise', `new Promise((resolve) => resolve(native))`],
    ['returning a native promise', `Promise.resolve().then(() => native).catch(() => 1)`],
    [
      'iterating over native promises',
      `(async () => { try { for await (const x of nativeIterable) x } finally { await 0 } })()`,
    ],
    ['fetch', `fetch('http://localhost/')`],
    // As in Node, there are none before version 22.
    ...('WebSocket' in globalThis ? [['sockets', `new WebSocket('ws://localhost/')`]] : []),
    ['crypto.subtle', `crypto.subtle.digest('SHA-1', new Uint8Array(1))`],
    ['ending the process', `process.exit(1)`],
  ])('is refused: %s', (_, source) => {
    const native = Promise.resolve(1);
    const nativeIterable = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ value: 1, done: true }) }),
    };
    const error = errorOf(source, { native, nativeIterable });
    expect(error).toBeInstanceOf(FencepostError);
    expect(error).toMatchObject({ code: 'JS_UNSUPPORTED', hint: expect.any(String) as unknown });
  });
});

describe('a run that is given up', () => {
  it.each([
    ['an executor', `new Promise(() => suspend()).catch(log)`],
    ['a handler', `Promise.resolve().then(() => suspend()).catch(log).finally(log)`],
    ['a thenable', `Promise.resolve({ then() { suspend() } }).catch(log)`],
    [
      'an async function',
      `(async () => { try { await 0; suspend() } catch { log(1) } finally { log(2); await 0 } })().catch(log)`,
    ],
    ['a parameter', `(async (x = suspend()) => 1)().catch(log)`],
    [
      'an async generator',
      `(async () => { async function* g() { yield suspend() } try { for await (const x of g()) log(x) } finally { log(3) } })()`,
    ],
    ['a for await loop', `(async () => { for await (const x of [1]) suspend() })().catch(log)`],
    ['a combinator', `Promise.all({ *[Symbol.iterator]() { suspend() } }).catch(log)`],
    ['a timer', `setTimeout(suspend, 1)`],
  ])('gets out of %s', (_, source) => {
    const log: unknown[] = [];
    let givenUp = false;
    const suspend = (): never => {
      givenUp = true;
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- SUSPENDED is no error on purpose
      throw SUSPENDED;
    };
    expect(errorOf(source, { suspend, log: (event: unknown) => log.push(event) })).toBe(SUSPENDED);
    expect(givenUp).toBe(true);
    if (!source.includes('finally')) expect(log).toEqual([]);
    else expect(log.every((event) => event === 2 || event === 3)).toBe(true);
  });
});

describe('timers', () => {
  it('do not keep the loop going if they are not to', () => {
    expect(
      logged(`
        const t = setInterval(() => log('tick'), 2).unref(); log(t.hasRef());
        setTimeout(() => log('end'), 5); setTimeout(() => log('never'), 9).unref()`),
    ).toEqual(['false', 'tick', 'tick', 'end']);
  });

  it('are numbers in web workers', () => {
    inWorld(
      () => compile(`if (typeof setTimeout(() => 1, 1) !== 'number') throw new Error('no number')`, {})(),
      'web worker',
    );
  });

  it('go round as loops do', () => {
    const visits: number[] = [];
    const before = { ...current };
    const program = compile(`let n = 0; const poll = () => { if (++n < 4) setTimeout(poll, 1) }; poll()`, {});
    inWorld((world) => {
      const nothing = (): void => undefined;
      const head = (loop: number): void => void visits.push(loop);
      const perform = (): number => 0;
      current.run = {
        thread: 1,
        readsOnePlace: false,
        mutations: new Mutations(),
        operations: 0,
        readings: 0,
        hasLooped: false,
        toss: () => false,
        perform,
        head,
        abandon: nothing,
        spin: nothing,
        caught: nothing,
        nextChild: () => 1,
      };
      current.site = 0;
      program();
      world.loop.run();
    });
    Object.assign(current, before);
    expect(visits).toHaveLength(3);
    expect(new Set(visits).size).toBe(1);
  });

  it('change something if others are waiting', () => {
    const firing = (source: string): number => {
      const before = effects.count;
      inWorld(({ loop }) => {
        compile(source, {})();
        const scheduled = effects.count;
        expect(scheduled).toBe(before);
        loop.run();
      });
      return effects.count - before;
    };
    expect(firing(`const f = () => 0; setTimeout(f, 1)`)).toBe(0);
    expect(firing(`const f = () => 0; setTimeout(f, 1); setTimeout(f, 2); setTimeout(f, 3)`)).toBe(2);
  });

  it('need a function', () => {
    expect(logged(`try { setTimeout('text') } catch (e) { log(e.code) }`)).toEqual(['ERR_INVALID_ARG_TYPE']);
  });

  it('wait for events from other threads, unless something else is to do', () => {
    inWorld((world) => {
      const log: string[] = [];
      const asked: boolean[] = [];
      const events: ((() => void) | undefined)[] = [() => log.push('event 1'), undefined, () => log.push('event 2')];
      world.loop.source = {
        listening: () => events.length > 0,
        mayHear: () => false,
        take: (mayGoOn) => {
          asked.push(mayGoOn);
          const run = events.shift();
          return run && { run, isSure: false };
        },
      };
      world.loop.setTimer(() => log.push('timer'), 10, false);
      world.loop.run();
      expect(log).toEqual(['event 1', 'timer', 'event 2']);
      expect(asked).toEqual([true, true, false]);
    });
  });

  it('stop when the condition holds', () => {
    inWorld(({ loop }) => {
      let n = 0;
      loop.setTimer(() => n++, 1, true);
      loop.run(() => n === 3);
      expect([n, loop.now]).toEqual([3, 3]);
    });
  });
});

describe('modules of Node', () => {
  const inModule = (specifier: string, source: string): readonly string[] =>
    inWorld((world) => {
      const log: string[] = [];
      const module = shimExports(world, specifier);
      compile(source, { module_: module, log: (event: unknown) => void log.push(String(event)) })();
      world.loop.run();
      return log;
    });

  it('timers/promises', () => {
    expect(
      inModule(
        'node:timers/promises',
        `(async () => {
          const { setTimeout, setImmediate, setInterval } = module_;
          log(await setTimeout(1000, 'value')); log(await setImmediate('soon')); let n = 0;
          for await (const x of setInterval(10, 'tick')) { log(x); if (++n === 2) break }
          const controller = new AbortController(); const waiting = setTimeout(5, 'never', { signal: controller.signal });
          controller.abort(); try { await waiting } catch (e) { log(e.name) }
          await setTimeout(1, 0, { signal: controller.signal }).catch((e) => log(e.code)); log(performance.now())
        })()`,
      ),
    ).toEqual(['value', 'soon', 'tick', 'tick', 'AbortError', 'ABORT_ERR', '1021']);
  });

  it.each([
    ['timers', `module_.setTimeout(log, 1, 't')`, ['t']],
    ['perf_hooks', `log(module_.performance.now())`, ['1']],
    [
      'process',
      `module_.nextTick(log, 'n'); log(module_.default === process); log(module_.hrtime())`,
      ['true', '0,1000000', 'n'],
    ],
  ])('%s', (name, source, expected) => {
    expect(inModule(name, source)).toEqual(expected);
    expect(inModule(`node:${name}`, source)).toEqual(expected);
  });
});
