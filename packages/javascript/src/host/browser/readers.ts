import { DEEP } from '../deep-assertions.js';
import type { Readers } from '../host.js';
import { assert } from './assert.js';

export const readers: Readers = {
  all: [
    [assert, DEEP],
    [assert.strict, DEEP],
  ],
  assertions: [assert, assert.strict, ...Object.keys(assert).map((name): unknown => Reflect.get(assert, name))],
};
