import { platform } from '#host/platform';
import { registerShim } from '../world/running/shims.js';
import type { World } from '../world/running/world.js';
import { theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import { BroadcastChannel } from './broadcast-channel.js';
import { SHARE_ENV, getEnvironmentData, setEnvironmentData } from './environment-data.js';
import { MessageChannel, MessagePort, makePort, receiveMessageOnPort } from './message-port.js';
import { decodeMessage } from './messages.js';
import './node-events.js';
import { Worker } from './node-worker-class.js';
import { parentLine } from './parent-line.js';

const WORKER_DATA = Symbol('workerData');
const PARENT_PORT = Symbol('parentPort');

/** Exports that are the same in all threads. */
const constant = {
  Worker,
  MessageChannel,
  MessagePort,
  BroadcastChannel,
  receiveMessageOnPort,
  SHARE_ENV,
  markAsUntransferable: () => undefined,
  isMarkedAsUntransferable: () => false,
  markAsUncloneable: () => undefined,
  getEnvironmentData,
  setEnvironmentData,
  moveMessagePortToContext: () => refuse('moveMessagePortToContext'),
  postMessageToThread: () => refuse('postMessageToThread', 'use a MessageChannel'),
};

function refuse(name: string, hint?: string): never {
  throw unsupported(`${name} of node:worker_threads is called`, hint);
}

function isNodeWorker({ role }: World): boolean {
  return role.kind === 'node worker';
}

/** Decoded once, because it may contain ports. */
function workerData(): unknown {
  const { role } = theWorld();
  return isNodeWorker(theWorld()) ? theWorld().slot(WORKER_DATA, () => decodeMessage(role.workerData as number)) : null;
}

/** One object for all worlds: its getters read the running world. */
const namespace = Object.defineProperties(
  { ...constant },
  {
    isMainThread: { enumerable: true, get: () => !isNodeWorker(theWorld()) },
    threadId: { enumerable: true, get: () => (isNodeWorker(theWorld()) ? theWorld().role.thread : 0) },
    threadName: {
      enumerable: platform.hasThreadNames,
      get: () => (isNodeWorker(theWorld()) ? theWorld().role.name : ''),
    },
    resourceLimits: { enumerable: true, get: () => theWorld().role.settings?.resourceLimits ?? {} },
    workerData: { enumerable: true, get: workerData },
    parentPort: {
      enumerable: true,
      get: () => (isNodeWorker(theWorld()) ? theWorld().slot(PARENT_PORT, () => makePort(parentLine())) : null),
    },
  },
);

for (const specifier of ['node:worker_threads', 'worker_threads']) registerShim(specifier, () => namespace);
