import { channel } from 'node:diagnostics_channel';
import { replaceNodeBufferMethods } from './buffer-methods.js';
import type { Natives } from '../host.js';

const replaced = channel('fencepost:built-ins');

export const natives: Natives = {
  replaceAccessors: replaceNodeBufferMethods,
  announce: () => replaced.publish(undefined),
};
