import { dirname, extname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shortHash } from '../../src/platform.js';
import { MemoryCache } from '../../src/toolchain/memory-cache.js';
import { extensionOf, folderOf } from '../../src/toolchain/paths.js';

const PATHS = [
  'a.c',
  'a',
  '.c',
  'b/.c',
  'a.b.cpp',
  '/a.c',
  '//a.c',
  'b/a.c',
  'b.d/a',
  '/b/c/a.ll',
  './a.c',
  '../a.c',
  'a.',
];

it.each(PATHS)('parts of the path %s are as Node has them', (path) => {
  expect([extensionOf(path), folderOf(path)]).toEqual([extname(path), dirname(path)]);
});

describe('an in-memory cache', () => {
  it('keeps the most recently used entries', async () => {
    const cache = new MemoryCache();
    const entry = { facts: {}, data: new Uint8Array(1) };
    const keys = Array.from({ length: 33 }, (_, i) => cache.key(['part', String(i), new Uint8Array([i])]));
    expect(new Set(keys).size).toBe(33);
    for (const key of keys.slice(0, 32)) await cache.store(key, entry);
    expect(await cache.load(keys[0]!)).toBe(entry);
    await cache.store(keys[32]!, entry);
    expect(await cache.load(keys[0]!)).toBe(entry);
    expect(await cache.load(keys[1]!)).toBeUndefined();
  });

  it('can be passed on', async () => {
    const [first, entry] = [new MemoryCache(), { facts: { a: 1 }, data: new Uint8Array([7]) }];
    await first.store('key', entry);
    const second = new MemoryCache(first.all());
    expect(await second.load('key')).toEqual(entry);
    expect(second.all()).toEqual(first.all());
  });
});

it('a hash distinguishes bytes, wherever they are', () => {
  const all = [[0], [1], [0, 0], [1, 0], [0, 1], [255, 1], [1, 255]].map((each) => shortHash([Uint8Array.from(each)]));
  expect(new Set(all).size).toBe(all.length);
});
