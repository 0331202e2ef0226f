import assert from 'node:assert';
import buffer from 'node:buffer';
import util from 'node:util';
import type { Readers } from '../host.js';
import { DEEP } from '../deep-assertions.js';

export const readers: Readers = {
  all: [
    [util, ['isDeepStrictEqual']],
    [buffer, ['isAscii', 'isUtf8', 'transcode']],
    [assert, DEEP],
    [assert.strict, DEEP],
  ],
  assertions: [assert, assert.strict, ...Object.values<unknown>({ ...assert })],
};
