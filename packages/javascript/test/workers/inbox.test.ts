import { expect, test } from 'vitest';
import type { WorkerHandle } from '../../src/workers/handle.js';
import { current } from '../../src/world/running/current.js';
import { receiveMessages, workerHandle } from '../../src/workers/handle.js';
import { inboxes, initialInboxes, offWake, onWake, postWake } from '../../src/synchronisation/inbox.js';
import { NOTHING } from '../../src/workers/messages.js';
import type { WorkerSpec } from '../../src/world/context/worker-spec.js';
import { Simulation, everySchedule, inWorld, workerThreads } from './simulation.js';

const worker = (file: string): WorkerSpec => ({ file, flavour: 'node', workerData: NOTHING, name: file });

/** Posts back all it gets, marked. */
function echo(): void {
  const { parentPort } = workerThreads();
  parentPort!.on('message', (message: unknown) => parentPort!.postMessage(['echo', message]));
}

/** What the first worker has posted to set-up code. */
function received(simulation: Simulation, thread = 1): readonly unknown[] {
  return inWorld(simulation.context, { kind: 'set-up', thread: 0, name: 'after' }, (world) => {
    const { messages } = workerHandle(world, thread, 'w');
    receiveMessages(world, (place) => simulation.memory.get(place) ?? 0);
    return messages;
  });
}

test('messages of set-up code are there when the worker starts, and the answers are there in the end', () => {
  const setUp = (): void => {
    const handle = workerHandle(current.world!, 1, 'w');
    handle.postMessage({ n: 1 });
    handle.postMessage('two');
  };
  const simulation = new Simulation({ w: echo }, setUp);
  simulation.worker(1, worker('w'));
  simulation.run();
  expect(received(simulation)).toEqual([
    ['echo', { n: 1 }],
    ['echo', 'two'],
  ]);
  expect(simulation.waiting).toEqual(new Map([['1', true]]));
});

test('set-up code leaves the same inboxes however often it runs', () => {
  const simulation = new Simulation();
  const states = [1, 2].map(() =>
    inWorld(simulation.context, { kind: 'set-up', thread: 0, name: 'set-up' }, (world) => {
      workerHandle(world, 1, 'w').postMessage([1, 2]);
      const found = [...initialInboxes(world)];
      for (const [place, word] of found) simulation.context.initialStates.set(place, word);
      return found;
    }),
  );
  expect(states[0]).toHaveLength(1);
  expect(inboxes.decode(states[0]![0]![1])).toHaveLength(1);
  expect(states[1]).toEqual(states[0]);
});

test('messages of one sender stay in order, those of two come in any', () => {
  const make = (): Simulation => {
    const simulation = new Simulation({ w: echo }, () => workerHandle(current.world!, 3, 'w'));
    for (const sender of [1, 2]) {
      simulation.thread(sender, (handle) => {
        const there = handle as WorkerHandle;
        there.postMessage([sender, 'a']);
        there.postMessage([sender, 'b']);
      });
    }
    simulation.worker(3, worker('w'));
    return simulation;
  };
  const orders = new Set(
    everySchedule(make).map((simulation) =>
      received(simulation, 3)
        .map((echoed) => (echoed as [string, [number, string]])[1].join(''))
        .join(' '),
    ),
  );
  expect([...orders].sort()).toEqual([
    '1a 1b 2a 2b',
    '1a 2a 1b 2b',
    '1a 2a 2b 1b',
    '2a 1a 1b 2b',
    '2a 1a 2b 1b',
    '2a 2b 1a 1b',
  ]);
});

test('a wake runs the registered functions, once; waiting for one is not idle', () => {
  const simulation = new Simulation();
  simulation.thread(1, () => {
    const log: string[] = [];
    onWake('token', () => log.push('woken'));
    return () => log;
  });
  simulation.thread(2, () => postWake(1, 'token'));
  simulation.run();
  expect(simulation.outcomes.get('1')).toEqual(['woken']);

  const lost = new Simulation();
  lost.thread(1, () => onWake('token', () => undefined));
  expect(lost.run().waiting).toEqual(new Map([['1', false]]));

  const given = new Simulation();
  given.thread(1, () => {
    onWake('token', () => undefined);
    offWake('token');
  });
  expect(given.run().waiting.size).toBe(0);
});

test('a wake-up that comes early is kept', () => {
  const simulation = new Simulation();
  simulation.thread(1, () => {
    const log: string[] = [];
    onWake('first', () => onWake('second', () => log.push('second')));
    return () => log;
  });
  simulation.thread(2, () => {
    postWake(1, 'second');
    postWake(1, 'first');
  });
  simulation.run();
  expect(simulation.outcomes.get('1')).toEqual(['second']);
});

test('a timer may fire before a message comes or after it', () => {
  const make = (): Simulation => {
    const file = (): void => {
      const { parentPort } = workerThreads();
      const log: unknown[] = [];
      const note = (what: unknown): void => {
        if (log.push(what) === 2) parentPort!.postMessage(log);
      };
      parentPort!.on('message', note);
      current.world!.loop.setTimer(() => note('timer'), 5, false);
    };
    const simulation = new Simulation({ w: file }, () => workerHandle(current.world!, 1, 'w'));
    simulation.worker(1, worker('w'));
    simulation.thread(2, (handle) => (handle as WorkerHandle).postMessage('message'));
    return simulation;
  };
  const orders = new Set(everySchedule(make).map((simulation) => String(received(simulation))));
  expect([...orders].sort()).toEqual(['message,timer', 'timer,message']);
});
