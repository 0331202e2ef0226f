/** The message of an execution in which a test passes, where that is the question. */
export const PASSES = 'the test passes';

/**
 * The interface of agents for the main one, in place of test262's own helpers. Time is virtual, and waits may end at
 * any moment, so sleeping does nothing.
 */
export const MAIN_HOST = `
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
export function mainHost(starts, assert) {
  const agents = [];
  const oneReport = () => {
    for (const { port } of agents) {
      const received = receiveMessageOnPort(port);
      if (received !== undefined) return received.message;
    }
    return undefined;
  };
  const agent = {
    timeouts: { yield: 100, small: 200, long: 1000, huge: 10000 },
    start() {
      const { port1, port2 } = new MessageChannel();
      const worker = starts[agents.length](port2);
      agents.push({ worker, port: port1 });
    },
    broadcast(buffer) {
      for (const { worker } of agents) worker.postMessage(buffer);
    },
    safeBroadcast(view) {
      agent.broadcast(view.buffer);
    },
    async safeBroadcastAsync(view, index, expected) {
      agent.broadcast(view.buffer);
      agent.waitUntil(view, index, expected);
      return Atomics.load(view, index);
    },
    waitUntil(view, index, expected) {
      while (Atomics.load(view, index) !== expected);
    },
    getReport() {
      for (;;) {
        const report = oneReport();
        if (report !== undefined) return report;
      }
    },
    async getReportAsync() {
      return agent.getReport();
    },
    sleep() {},
    trySleep() {},
    tryYield() {},
    monotonicNow: () => performance.now(),
    setTimeout,
  };
  return { agent };
}
`;

/** The interface of agents for the others. */
export const AGENT_HOST = `
import { parentPort, workerData } from 'node:worker_threads';
const $262 = {
  agent: {
    receiveBroadcast(receiver) {
      parentPort.once('message', receiver);
    },
    report(value) {
      workerData.postMessage(String(value));
    },
    leaving() {},
    sleep() {},
    monotonicNow: () => performance.now(),
  },
};
`;
