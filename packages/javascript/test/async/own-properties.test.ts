import { describe, expect, it } from 'vitest';
import { effects } from '../../src/world/time/effects.js';
import { shimExports } from '../../src/world/running/shims.js';
import '../../src/workers/web-worker.js';
import { compile, inWorld, runOnModel } from './worlds.js';

const logged = (source: string): readonly string[] => {
  const { log, failure } = runOnModel(source);
  expect(failure).toBeUndefined();
  return log;
};

describe('a property of the global object', () => {
  it.each([
    ['assigned', `globalThis.mine = 1`],
    ['assigned to global', `global.mine = 1`],
    ['defined', `Object.defineProperty(globalThis, 'mine', { value: 1, writable: true })`],
    ['given by a getter', `Object.defineProperty(globalThis, 'mine', { get: () => 1 })`],
    ['copied', `Object.assign(globalThis, { mine: 1 })`],
  ])('is found by its name: %s', (_, assignment) => {
    const source = `log(typeof mine); ${assignment}; log(typeof mine); log(mine); mine = 2; mine++; log(globalThis.mine)`;
    expect(logged(source)).toEqual(['undefined', 'number', '1', '3']);
    expect(logged(`log(typeof mine); try { mine } catch (e) { log(e.name) }`)).toEqual(['undefined', 'ReferenceError']);
    expect('mine' in globalThis).toBe(false);
  });

  it('is gone when it is deleted', () => {
    const source = `globalThis.mine = 1; delete globalThis.mine; log(typeof mine); log('mine' in globalThis)`;
    expect(logged(source)).toEqual(['undefined', 'false']);
  });

  it('may have the name of one that other worlds have', () => {
    expect(logged(`log('Worker' in globalThis)`)).toEqual(['true']);
    expect(logged(`globalThis.Worker = 1; log(Worker)`)).toEqual(['1']);
    expect(logged(`log(typeof Worker); log('importScripts' in globalThis)`)).toEqual(['function', 'false']);
  });

  it('changes something', () => {
    const before = effects.count;
    logged(`globalThis.mine = 1; mine = 2`);
    expect(effects.count - before).toBe(2);
  });

  it.each([
    ['a virtual one', `globalThis.setTimeout = () => 1`, 'setTimeout'],
    ['one of the process', `globalThis.URL = class {}`, 'URL'],
    ['by a definition', `Object.defineProperty(global, 'Promise', { value: 1 })`, 'Promise'],
    ['by nothing', `delete globalThis.queueMicrotask`, 'queueMicrotask'],
  ])('may not replace %s', (_, source, name) => {
    expect(runOnModel(source).failure).toContain(`replacing the global ${name} is not supported`);
  });

  it('may be set to its own value', () => {
    expect(logged(`globalThis.Promise = Promise; globalThis.URL = URL; log(URL.name)`)).toEqual(['URL']);
  });
});

describe('a property of process', () => {
  it('is that of the world', () => {
    const source = `process.__state__ = { n: 1 }; process.__state__.n++; process.exit = (code) => log('exit ' + code);
      log(process.__state__.n); log('__state__' in process); log(Object.hasOwn(process, '__state__')); process.exit(3);
      delete process.__state__; log('__state__' in process)`;
    expect(logged(source)).toEqual(['2', 'true', 'true', 'exit 3', 'false']);
    expect(logged(`log(process.__state__)`)).toEqual(['undefined']);
    expect(process).not.toHaveProperty('__state__');
    expect(runOnModel(`process.exit(3)`).failure).toContain('process.exit() is not supported');
  });

  it('is seen by those who import the module', () => {
    inWorld((world) => {
      compile(`process.exit = 'mine'`, {})();
      expect(shimExports(world, 'node:process')).toMatchObject({ exit: 'mine' });
    });
  });
});

it('histograms have recorded values, and no delays', () => {
  inWorld((world) => {
    const log: unknown[] = [];
    const source = `const h = hooks.createHistogram(); h.record(5); log(h.count); log(h.percentile(99));
      const delay = hooks.monitorEventLoopDelay(); delay.enable(); delay.reset(); log(delay.mean)`;
    compile(source, { hooks: shimExports(world, 'perf_hooks'), log: (value: unknown) => log.push(value) })();
    expect(log).toEqual([1, 5, 0]);
  });
});
