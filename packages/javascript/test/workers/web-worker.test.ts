import { expect, test } from 'vitest';
import { current } from '../../src/world/running/current.js';
import { workerHandle } from '../../src/workers/handle.js';
import type { MessagePort } from '../../src/workers/message-port.js';
import { MessageChannel } from '../../src/workers/message-port.js';
import { globalValues, GLOBAL_NAMES } from '../../src/world/objects/global-names.js';
import { Simulation, everySchedule, handleOf, inWorld } from './simulation.js';
import type { Files } from './simulation.js';

/** The globals of a browser's worker, as code finds them by their names. */
interface WebGlobals {
  onmessage: unknown;
  postMessage(message: unknown, transfer?: unknown): void;
  close(): void;
  addEventListener(type: string, listener: (event: { data: unknown; ports: unknown[] }) => void): void;
  importScripts(): void;
  Worker: new (
    url: URL,
    options?: { name?: string },
  ) => {
    onmessage: unknown;
    postMessage(message: unknown, transfer?: unknown): void;
    addEventListener: WebGlobals['addEventListener'];
    terminate(): void;
  };
}
const web = globalThis as unknown as WebGlobals;
const FILE = new URL('file:///w.js');

function logOf(files: Files, main: (log: unknown[]) => void): { log: unknown; simulation: Simulation } {
  const simulation = new Simulation(files);
  simulation.thread(1, () => {
    const log: unknown[] = [];
    main(log);
    return () => log;
  });
  return { log: simulation.run().outcomes.get('1'), simulation };
}

test('a worker answers by its global functions; assignments to onmessage count', () => {
  const file = (): void => {
    // As code of modules does, which is strict.
    (0, eval)("'use strict'; onmessage = ({ data, type }) => { postMessage([type, data]); }");
  };
  const { simulation } = logOf({ '/w.js': file }, (log) => {
    const worker = new web.Worker(FILE);
    worker.onmessage = ({ data }: { data: unknown }) => {
      log.push(data);
      if (log.length === 2) worker.terminate();
    };
    worker.postMessage('a');
    worker.postMessage(new Map([[1, 2]]));
  });
  expect(simulation.outcomes.get('1')).toEqual([
    ['message', 'a'],
    ['message', new Map([[1, 2]])],
  ]);
  expect(simulation.waiting.size).toBe(0);
});

test('self and globalThis are the global object, and handlers assigned to it count', () => {
  const simulation = new Simulation();
  const world = globalValues()[GLOBAL_NAMES.indexOf('globalThis')] as Record<string, unknown>;
  inWorld(simulation.context, { kind: 'web worker', thread: 1, name: 'w' }, () => {
    const handler = (): void => undefined;
    expect((globalThis as Record<string, unknown>)['self']).toBe(world);
    expect(world['self']).toBe(world);
    expect(world['globalThis']).toBe(world);
    world['onmessage'] = handler;
    world['other'] = 1;
    expect([web.onmessage, world['onmessage'], world['other']]).toEqual([handler, handler, 1]);
  });
  inWorld(simulation.context, { kind: 'web worker', thread: 1, name: 'w' }, () => {
    expect([web.onmessage, world['onmessage'], world['other']]).toEqual([null, null, undefined]);
  });
  expect(globalThis).not.toHaveProperty('other');
});

test('the globals are those of the kind of worker that runs', () => {
  const simulation = new Simulation();
  const kinds = ['set-up', 'node worker', 'web worker'] as const;
  const found = kinds.map((kind) =>
    inWorld(simulation.context, { kind, thread: 0, name: '' }, () => [typeof web.postMessage, typeof web.Worker]),
  );
  expect(found).toEqual([
    ['undefined', 'function'],
    ['undefined', 'undefined'],
    ['function', 'function'],
  ]);
  expect([typeof web.postMessage, typeof web.Worker]).toEqual(['undefined', 'undefined']);
});

test('a message without listeners is lost', () => {
  const make = (): Simulation => {
    const file = (): void => {
      current.world!.loop.setTimer(() => {
        web.addEventListener('message', ({ data }) => web.postMessage(data));
      }, 1, false); // prettier-ignore
    };
    const simulation = new Simulation({ '/w.js': file }, () => workerHandle(current.world!, 1, 'w'));
    simulation.worker(1, { file: '/w.js', flavour: 'web', workerData: 0, name: 'w' });
    simulation.thread(2, (handle) => (handle as { postMessage(message: unknown): void }).postMessage('hello'));
    return simulation;
  };
  const outboxes = everySchedule(make).map(
    ({ memory, context }) => memory.get(context.place('outbox', 1)) !== undefined,
  );
  expect(new Set(outboxes)).toEqual(new Set([true, false]));
});

test('a worker that closes itself takes no further event', () => {
  const file = (): void => {
    web.onmessage = ({ data }: { data: unknown }): void => {
      web.close();
      web.postMessage(data);
    };
  };
  const { log, simulation } = logOf({ '/w.js': file }, (main) => {
    const worker = new web.Worker(FILE);
    worker.addEventListener('message', ({ data }) => {
      main.push(data);
      worker.terminate();
    });
    worker.postMessage(1);
    worker.postMessage(2);
  });
  expect(log).toEqual([1]);
  expect(simulation.waiting.size).toBe(0);
});

test('ports of browsers have to be started, unless by onmessage', () => {
  const file = (): void => {
    web.addEventListener('message', ({ data, ports }) => {
      const [port] = ports as [MessagePort];
      port.addEventListener('message', (event) => {
        port.postMessage(['got', (event as { data: unknown }).data]);
        port.close();
        web.close();
      });
      if (data === 'start') port.start();
    });
  };
  const answers = (data: string): { log: unknown; simulation: Simulation } =>
    logOf({ '/w.js': file }, (main) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event: { data: unknown }) => main.push(event.data);
      port1.postMessage('hello');
      new web.Worker(FILE).postMessage(data, [port2]);
    });
  expect(answers('start').log).toEqual([['got', 'hello']]);
  const { simulation } = answers('nothing');
  expect(simulation.waiting).toEqual(new Map([['1', true], [String(handleOf('1-1')), true]])); // prettier-ignore
});

test('importScripts is refused', () => {
  const simulation = new Simulation();
  inWorld(simulation.context, { kind: 'web worker', thread: 1, name: 'w' }, () => {
    expect(() => web.importScripts()).toThrow(expect.objectContaining({ code: 'JS_UNSUPPORTED' }));
  });
});
