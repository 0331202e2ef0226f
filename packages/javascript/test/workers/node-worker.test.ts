import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { current, theWorld } from '../../src/world/running/current.js';
import { Simulation, everySchedule, handleOf, workerThreads } from './simulation.js';
import type { Files } from './simulation.js';

/** Runs a main thread that logs, with these worker files. */
function logOf(files: Files, main: (log: unknown[]) => void): { log: unknown; simulation: Simulation } {
  const simulation = new Simulation(files);
  simulation.thread(1, () => {
    const log: unknown[] = [];
    main(log);
    return () => log;
  });
  simulation.run();
  return { log: simulation.outcomes.get('1'), simulation };
}

test('a worker knows its own kind', () => {
  const file = (): void => {
    const { isMainThread, parentPort, threadId, workerData } = workerThreads();
    parentPort!.postMessage({ isMainThread, threadId, workerData });
  };
  const { log } = logOf({ '/w.js': file }, (main) => {
    const { Worker, isMainThread, parentPort, threadId, workerData } = workerThreads();
    main.push({ isMainThread, parentPort, threadId, workerData });
    const worker = new Worker('/w.js', { workerData: { limits: [1, 2] } });
    worker.once('message', (message) => main.push(message));
  });
  expect(log).toEqual([
    { isMainThread: true, parentPort: null, threadId: 0, workerData: null },
    { isMainThread: false, threadId: handleOf('1-1'), workerData: { limits: [1, 2] } },
  ]);
});

test('workers share the memory they are given', () => {
  const file = (): void => {
    const { parentPort, workerData } = workerThreads();
    parentPort!.postMessage({ back: workerData });
  };
  const { log } = logOf({ '/w.js': file }, (main) => {
    const memory = new SharedArrayBuffer(8);
    const worker = new (workerThreads().Worker)(pathToFileURL('/w.js'), { workerData: memory });
    worker.once('message', ({ back }: { back: SharedArrayBuffer }) => {
      const world = theWorld();
      main.push(back === memory, world.bufferOf(back) === world.bufferOf(memory));
    });
  });
  expect(log).toEqual([false, true]);
});

test('events of a worker come in order: online, messages, exit; if it has ended, messages come before online', () => {
  const file = (): void => {
    workerThreads().parentPort!.postMessage(1);
    workerThreads().parentPort!.postMessage(2);
  };
  const make = (): Simulation => {
    const simulation = new Simulation({ '/w.js': file });
    simulation.thread(1, () => {
      const log: unknown[] = [];
      const worker = new (workerThreads().Worker)('/w.js');
      for (const type of ['exit', 'message', 'online']) worker.on(type, (value) => log.push([type, value]));
      return () => [...log, worker.threadId];
    });
    return simulation;
  };
  const all = new Set<string>();
  for (const simulation of everySchedule(make)) {
    all.add(JSON.stringify(simulation.outcomes.get('1')));
    expect(simulation.waiting.size).toBe(0);
  }
  const messages = [
    ['message', 1],
    ['message', 2],
  ];
  const online = ['online', null];
  const exit = [['exit', 0], -1];
  expect([...all].map((text) => JSON.parse(text) as unknown)).toEqual(
    expect.arrayContaining([
      [online, ...messages, ...exit],
      [...messages, online, ...exit],
    ]),
  );
  expect(all.size).toBe(2);
});

test('listeners may be removed, and be of both kinds', () => {
  const file = (): void => {
    const { parentPort } = workerThreads();
    for (let i = 0; i < 3; i++) parentPort!.postMessage(i);
  };
  const { log } = logOf({ '/w.js': file }, (main) => {
    const worker = new (workerThreads().Worker)('/w.js');
    const byEvent = worker as unknown as EventTarget;
    const first = (value: unknown): void => {
      main.push(['first', value]);
      worker.off('message', first);
    };
    const second = (event: Event): void => {
      main.push(['second', (event as MessageEvent).data, event.type]);
      if ((event as MessageEvent).data === 1) byEvent.removeEventListener('message', second);
    };
    worker.on('message', first);
    byEvent.addEventListener('message', second);
    byEvent.addEventListener('message', second);
    worker.once('exit', () => main.push('exit'));
  });
  expect(log).toEqual([['first', 0], ['second', 0, 'message'], ['second', 1, 'message'], 'exit']);
});

test('a worker without listeners costs its parent nothing, and its end is not observed', () => {
  const { simulation } = logOf({ '/w.js': () => undefined }, () => new (workerThreads().Worker)('/w.js'));
  expect(simulation.done).toEqual([`1: start ${handleOf('1-1')}`]);
});

test('a worker that listens waits idly, and its parent too', () => {
  const file = (): void => {
    const { parentPort } = workerThreads();
    parentPort!.on('message', (n: number) => parentPort!.postMessage(n + 1));
  };
  const { simulation } = logOf({ '/w.js': file }, () => {
    const worker = new (workerThreads().Worker)('/w.js');
    worker.on('message', () => undefined);
    worker.postMessage(1);
  });
  expect(simulation.waiting).toEqual(
    new Map([
      ['1', true],
      [String(handleOf('1-1')), true],
    ]),
  );
});

test('a worker that is terminated takes no further message', () => {
  const file = (): void => {
    const { parentPort } = workerThreads();
    parentPort!.on('message', (n: number) => parentPort!.postMessage(n));
  };
  const make = (): Simulation => {
    const simulation = new Simulation({ '/w.js': file });
    simulation.thread(1, () => {
      const log: unknown[] = [];
      const worker = new (workerThreads().Worker)('/w.js');
      worker.on('message', (n) => log.push(n));
      worker.postMessage(1);
      worker.postMessage(2);
      void worker.terminate().then((code) => log.push(`exit ${code}`));
      return () => log.join(' ');
    });
    return simulation;
  };
  const simulations = everySchedule(make);
  const logs = new Set(simulations.map(({ outcomes }) => outcomes.get('1')));
  expect([...logs].sort()).toEqual(['1 2 exit 1', '1 exit 1', 'exit 0', 'exit 1']);
  expect(simulations.every(({ waiting }) => waiting.size === 0)).toBe(true);
});

test('a worker waits in earnest while its module waits for something', () => {
  const file = (): void => {
    const { parentPort } = workerThreads();
    let go = false;
    parentPort!.once('message', () => {
      go = true;
    });
    current.world!.loop.run(() => go);
  };
  const { simulation } = logOf({ '/w.js': file }, () => new (workerThreads().Worker)('/w.js'));
  expect(simulation.waiting).toEqual(new Map([[String(handleOf('1-1')), false]]));
});

test('messages wait until a listener or a call takes them', () => {
  const file = (): void => {
    const { parentPort, receiveMessageOnPort } = workerThreads();
    const log: unknown[] = [];
    const asked = receiveMessageOnPort(parentPort!);
    if (asked !== undefined) log.push(asked.message);
    parentPort!.on('message', (n: unknown) => {
      if (log.push(n) === 3) parentPort!.postMessage([asked !== undefined, ...log]);
    });
  };
  const make = (): Simulation => {
    const simulation = new Simulation({ '/w.js': file });
    simulation.thread(1, () => {
      const log: unknown[] = [];
      const worker = new (workerThreads().Worker)('/w.js');
      worker.once('message', (all) => log.push(...(all as unknown[])));
      for (const n of [1, 2, 3]) worker.postMessage(n);
      return () => log.join(' ');
    });
    return simulation;
  };
  const logs = new Set(everySchedule(make).map(({ outcomes }) => outcomes.get('1')));
  expect([...logs].sort()).toEqual(['false 1 2 3', 'true 1 2 3']);
});

test('unsupported features are refused', () => {
  const simulation = new Simulation();
  simulation.thread(1, () => {
    const { Worker, moveMessagePortToContext } = workerThreads();
    const tries: (() => unknown)[] = [
      () => new Worker('1 + 1', { eval: true }),
      () => new Worker(new URL('data:text/javascript,')),
      () => moveMessagePortToContext(new MessageChannel().port1, {}),
    ];
    return () =>
      tries.map((attempt) => {
        try {
          return attempt();
        } catch (error) {
          return (error as { code: string }).code;
        }
      });
  });
  expect(simulation.run().outcomes.get('1')).toEqual(Array(3).fill('JS_UNSUPPORTED'));
});
