import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { current } from '../../src/world/running/current.js';
import { awaitValue } from '../../src/async/promise.js';
import { shimExports } from '../../src/world/running/shims.js';
import { Simulation, workerThreads } from './simulation.js';

interface Events {
  readonly once: (emitter: unknown, type: string) => unknown;
  readonly on: () => unknown;
  readonly EventEmitter: typeof EventEmitter;
  readonly default: typeof EventEmitter;
}
const events = (): Events => shimExports(current.world!, 'node:events') as unknown as Events;

test('events can be waited for: of workers, and of any emitter', () => {
  const simulation = new Simulation({ '/w.js': () => workerThreads().parentPort!.postMessage('hello') });
  simulation.thread(1, () => {
    const log: unknown[] = [];
    const note = (how: string) => (value: unknown) => log.push([how, value]);
    const worker = new (workerThreads().Worker)('/w.js');
    awaitValue(events().once(worker, 'message'), note('message'), note('rejected'));
    awaitValue(events().once(worker, 'exit'), note('exit'), note('rejected'));
    const emitter = new (events().EventEmitter)();
    awaitValue(events().once(emitter, 'fine'), note('fine'), note('rejected'));
    emitter.emit('error', 'broken');
    emitter.emit('fine', 1);
    awaitValue(events().once(emitter, 'fine'), note('fine'), note('rejected'));
    emitter.emit('fine', 2, 3);
    expect(emitter.listenerCount('error')).toBe(0);
    return () => log;
  });
  expect(simulation.run().outcomes.get('1')).toEqual([
    ['rejected', 'broken'],
    ['fine', [2, 3]],
    ['message', ['hello']],
    ['exit', [0]],
  ]);
});

test('emitters are those of Node', () => {
  const simulation = new Simulation();
  simulation.thread(1, () => {
    const Base = events().default;
    const mine = new (class Mine extends Base {})();
    return [mine instanceof Base, mine instanceof EventEmitter, Base.once === events().once, 'on' in mine];
  });
  expect(simulation.run().outcomes.get('1')).toEqual([true, true, true, true]);
});
