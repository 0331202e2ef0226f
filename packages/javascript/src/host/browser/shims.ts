import { defineGlobal } from '../../world/objects/global-names.js';
import { refused } from '../../world/running/unsupported.js';

const refuse = refused(
  'Buffer',
  'it does not exist in browsers: use Uint8Array, or check the program with the command line',
);

/** Stands for `Buffer`. The name may be used to test whether a value is a Buffer. */
const buffer: object = new Proxy(refuse, {
  get: (target, key) =>
    typeof key === 'symbol' || key === 'prototype' ? (Reflect.get(target, key) as unknown) : refuse(),
});
defineGlobal('Buffer', buffer);
