import { MessageChannel as NativeChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { current } from '../../src/world/running/current.js';
import { workerHandle } from '../../src/workers/handle.js';
import { inboxes } from '../../src/synchronisation/inbox.js';
import type { MessagePort } from '../../src/workers/message-port.js';
import { MessageChannel, receiveMessageOnPort } from '../../src/workers/message-port.js';
import { decodeMessage, encodeMessage } from '../../src/workers/messages.js';
import { decodeOutbox } from '../../src/workers/parent-line.js';
import { Simulation, everySchedule, handleOf, workerThreads } from './simulation.js';

/** What a function logs in a thread of its own. */
function logOf(main: (log: unknown[]) => void): { log: unknown; simulation: Simulation } {
  const simulation = new Simulation();
  simulation.thread(1, () => {
    const log: unknown[] = [];
    main(log);
    return () => log;
  });
  return { log: simulation.run().outcomes.get('1'), simulation };
}

test('a channel within a thread does not affect other threads', () => {
  const { log, simulation } = logOf((main) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: { data: unknown }) => {
      main.push(data);
      if (data === 'last') port1.close();
    };
    port2.on('close', () => main.push('closed'));
    port2.on('message', () => undefined);
    port2.postMessage({ a: 1 });
    port2.postMessage('last');
    main.push('posted');
  });
  expect(log).toEqual(['posted', { a: 1 }, 'last', 'closed']);
  expect(simulation.done).toEqual([]);
});

test("receiveMessageOnPort does as Node's", () => {
  const { port1, port2 } = new NativeChannel();
  const { receiveMessageOnPort: native } = process.getBuiltinModule('node:worker_threads');
  port1.postMessage(undefined);
  port1.postMessage([1]);
  const expected = [native(port2), native(port2), native(port2)];
  port1.close();
  const { log } = logOf((main) => {
    const channel = new MessageChannel();
    channel.port1.postMessage(undefined);
    channel.port1.postMessage([1]);
    for (let i = 0; i < 3; i++) main.push(receiveMessageOnPort(channel.port2));
    expect(() => receiveMessageOnPort({})).toThrow('MessagePort');
  });
  expect(log).toEqual(expected);
});

/** Answers on the port it is given. */
function answer(): void {
  const { workerData } = workerThreads();
  const { port } = workerData as { port: MessagePort };
  port.on('message', (n) => {
    port.postMessage(Number(n) * 10);
    if (n === 2) port.close();
  });
}

test('a port that moves to a worker takes its waiting messages along, and is answered', () => {
  const make = (): Simulation => {
    const simulation = new Simulation({ '/w.js': answer });
    simulation.thread(1, () => {
      const log: unknown[] = [];
      const { port1, port2 } = new MessageChannel();
      port1.postMessage(1);
      port1.on('message', (n) => log.push(n));
      port1.on('close', () => log.push('closed'));
      new (workerThreads().Worker)('/w.js', { workerData: { port: port2 }, transferList: [port2 as never] });
      port1.postMessage(2);
      port2.postMessage('no listener gets this');
      return () => log;
    });
    return simulation;
  };
  const simulations = everySchedule(make, 300);
  expect(simulations.length).toBeGreaterThan(10);
  for (const { outcomes, waiting } of simulations) {
    expect(outcomes.get('1')).toEqual([10, 20, 'closed']);
    expect(waiting.size).toBe(0);
  }
});

test('a port moves on, with messages posted meanwhile', () => {
  const make = (): Simulation => {
    const forward = (): void => {
      const { parentPort, workerData } = workerThreads();
      const { port } = workerData as { port: MessagePort };
      parentPort!.postMessage({ port }, [port as never]);
    };
    const simulation = new Simulation({ '/w.js': forward });
    simulation.thread(1, () => {
      const log: unknown[] = [];
      const { port1, port2 } = new MessageChannel();
      const worker = new (workerThreads().Worker)('/w.js', {
        workerData: { port: port2 },
        transferList: [port2 as never],
      });
      worker.once('message', ({ port }: { port: MessagePort }) => {
        port.on('message', (data) => {
          if (log.push(data) === 2) port.close();
        });
        port1.postMessage('after');
      });
      port1.postMessage('before');
      return () => log;
    });
    return simulation;
  };
  for (const { outcomes, waiting } of everySchedule(make, 500)) {
    expect(outcomes.get('1')).toEqual(['before', 'after']);
    expect(waiting.size).toBe(0);
  }
});

test('set-up code connects two workers', () => {
  const files = {
    '/asks.js': (): void => {
      const { parentPort } = workerThreads();
      parentPort!.once('message', (port: MessagePort) => {
        port.on('message', (n) => {
          parentPort!.postMessage(n);
          port.close();
        });
        port.postMessage(4);
      });
    },
    '/answers.js': (): void => {
      const port = workerThreads().workerData as MessagePort;
      port.on('message', (n) => port.postMessage(Number(n) + 1));
    },
  };
  const setUp = (): number => {
    const { port1, port2 } = new MessageChannel();
    workerHandle(current.world!, 1, 'asks').postMessage(port1, [port1]);
    return encodeMessage(port2, [port2]);
  };
  const make = (): Simulation => {
    let workerData = 0;
    const simulation = new Simulation(files, () => (workerData = setUp()));
    simulation.worker(1, { file: '/asks.js', flavour: 'node', workerData: 0, name: 'asks' });
    simulation.worker(2, { file: '/answers.js', flavour: 'node', workerData, name: 'answers' });
    return simulation;
  };
  for (const simulation of everySchedule(make, 500)) {
    const outbox = decodeOutbox(simulation.memory.get(simulation.context.place('outbox', 1)) ?? 0);
    expect(outbox.map(decodeMessage)).toEqual([5]);
    expect(simulation.waiting.size).toBe(0);
  }
});

test('threads use the two ends of a channel of set-up code, but not the same end', () => {
  const simulation = new Simulation({}, () => new MessageChannel());
  simulation.thread(1, (made) => (made as MessageChannel).port1.postMessage('hello'));
  simulation.thread(2, (made) => {
    const log: unknown[] = [];
    const { port2 } = made as MessageChannel;
    port2.once('message', (data) => log.push(data));
    return () => log;
  });
  expect(simulation.run().outcomes.get('2')).toEqual(['hello']);

  const both = new Simulation({}, () => new MessageChannel());
  for (const handle of [1, 2]) {
    both.thread(handle, (made) => {
      (made as MessageChannel).port1.on('message', () => undefined);
    });
  }
  expect(() => both.run()).toThrow(expect.objectContaining({ code: 'JS_UNSUPPORTED' }));
});

test('a module that sends itself messages by a channel does so in each thread', () => {
  const setUp = (): ((job: () => void) => void) => {
    const jobs: (() => void)[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => jobs.shift()?.();
    port1.unref();
    return (job) => {
      jobs.push(job);
      port2.postMessage(null);
    };
  };
  const simulation = new Simulation({}, setUp);
  for (const handle of [1, 2]) {
    simulation.thread(handle, (schedule) => {
      const log: unknown[] = [];
      (schedule as ReturnType<typeof setUp>)(() => log.push('later'));
      log.push('now');
      return () => log;
    });
  }
  simulation.run();
  expect(simulation.outcomes.get('1')).toEqual(['now', 'later']);
  expect(simulation.outcomes.get('2')).toEqual(['now', 'later']);
});

test('set-up code cannot listen to threads', () => {
  const setUp = (): void => {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', () => undefined);
    workerHandle(current.world!, 1, 'w').postMessage(port2, [port2]);
  };
  expect(() => new Simulation({}, setUp)).toThrow('set-up code listens to messages of another thread');
});

test('the listening thread is notified of a message', () => {
  const simulation = new Simulation({ '/w.js': answer });
  simulation.thread(1, () => {
    const { port1, port2 } = new MessageChannel();
    new (workerThreads().Worker)('/w.js', { workerData: { port: port2 }, transferList: [port2 as never] });
    port1.postMessage(1);
  });
  simulation.run((ready) => ready.length - 1);
  const inbox = simulation.memory.get(simulation.context.place('inbox', handleOf('1-1'), 0));
  expect(inboxes.decode(inbox!)).toEqual([]);
  expect(simulation.done.filter((step) => step.startsWith('1: '))).toEqual([
    `1: start ${handleOf('1-1')}`,
    '1: postMessage',
    '1: postMessage: announce a message',
  ]);
});
