import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { END, EVENTS, HEADER } from '@fencepost/recording';
import { describe, expect, it } from 'vitest';
import { Collector } from '../src/collect.js';
import { RUNTIME_VERSION } from '../src/runtime-version.js';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-collect-'));

function block(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = type;
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** What a runtime sends; the contents of events are not looked at. */
const sent = Buffer.concat([
  block(HEADER, Buffer.concat([Buffer.from([RUNTIME_VERSION, 0, 0, 0, 1, 0, 0, 0]), Buffer.from('program')])),
  ...[0, 1, 300, 70_000, 5].map((length) => block(EVENTS, Buffer.alloc(length, 'events'))),
  block(END, Buffer.from('{"reason":"exit","operations":7,"threads":2}')),
]);

function collected(chunk: number): Buffer {
  const file = path.join(folder, `${chunk}.fpr`);
  const collector = new Collector(file, { arguments: ['program'], scheduler: 'random', seed: 1 });
  for (let at = 0; at < sent.length; at += chunk) collector.take(sent.subarray(at, at + chunk));
  const { program, bytes, end } = collector.finish();
  const written = readFileSync(file);
  expect({ program, bytes, reason: end.reason }).toEqual({ program: 'program', bytes: written.length, reason: 'exit' });
  return written;
}

describe('data that a process sends', () => {
  it('makes the same recording from chunks of any size', () => {
    const whole = collected(sent.length);
    for (const chunk of [1, 4, 5, 6, 1000, 65_536]) expect(collected(chunk).equals(whole)).toBe(true);
  });
});
