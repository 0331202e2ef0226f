import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { installAssertions } from './assert-shim.js';
import { replaceNodeBufferMethods } from './buffer-methods.js';
import { installStreams } from './stream-shim.js';
import { installTicks } from './tick-shim.js';
import type { Natives } from '../host.js';

const replaced = channel('fencepost:built-ins');

export const natives: Natives = {
  replaceAccessors: replaceNodeBufferMethods,
  installPromises: () => {
    installTicks();
    installStreams();
    installAssertions();
  },
  announce: (shared) =>
    replaced.publish([...shared, ['EventEmitter', EventEmitter], ['EventEmitter.prototype', EventEmitter.prototype]]),
};
