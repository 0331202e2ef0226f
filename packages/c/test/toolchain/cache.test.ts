import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/toolchain/folders.js';
import { DiskCache, NO_CACHE } from '../../src/toolchain/cache.js';
import { recordDependencies, unchanged } from '../../src/toolchain/dependencies.js';
import { parseMakeRule } from '../../src/toolchain/make-rule.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = { facts: { name: 'ä', list: [1, 2] }, data: Uint8Array.of(0, 255, 7) };

describe('the cache', () => {
  it('returns stored values', async () => {
    const cache = new DiskCache(join(folder, 'made', 'when', 'needed'));
    const key = cache.key(['a', 'b']);
    expect(await cache.load(key)).toBeUndefined();
    await cache.store(key, entry);
    expect(await cache.load(key)).toEqual(entry);
    expect(await cache.load(cache.key(['ab', '']))).toBeUndefined();
  });

  it('leaves no temporary files', async () => {
    const cache = new DiskCache(folder);
    await Promise.all(Array.from({ length: 8 }, () => cache.store('k', entry)));
    expect(readdirSync(folder)).toEqual(['k.fencepost']);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)))],
  ])('does not trust a file that is %s', async (_, damage) => {
    const cache = new DiskCache(folder);
    await cache.store('k', entry);
    writeFileSync(join(folder, 'k.fencepost'), damage(readFileSync(join(folder, 'k.fencepost'))));
    expect(await cache.load('k')).toBeUndefined();
  });

  it('works without a folder it cannot create', async () => {
    writeFileSync(join(folder, 'file'), '');
    const cache = new DiskCache(join(folder, 'file', 'below'));
    await cache.store('k', entry);
    expect(await cache.load('k')).toBeUndefined();
  });

  it('keeps files for other programs, and removes those whose entries were not used for longest', async () => {
    const cache = new DiskCache(folder, 10_000, 2500);
    const keys = ['old', 'middle', 'new'].map((name) => cache.key([name]));
    const files = [];
    for (const [index, key] of keys.entries()) {
      const file = await cache.files.write(key, new Uint8Array(index === 2 ? 500 : 1000));
      await cache.store(key, { facts: { file }, data: new Uint8Array() });
      utimesSync(join(folder, `${key}.fencepost`), 4e9 - index, 4e9 - index);
      files.push(file!);
    }
    expect(await Promise.all(files.map((file) => cache.files.isIntact(file)))).toEqual([true, true, true]);
    // The first entry is the last one that was used.
    await new DiskCache(folder, 10_000, 2200).files.clean();
    expect(await Promise.all(files.map((file) => cache.files.isIntact(file)))).toEqual([true, true, false]);
    writeFileSync(files[0]!.path, 'other');
    expect(await cache.files.isIntact(files[0]!)).toBe(false);
  });

  it('evicts the least recently used entries', async () => {
    const cache = new DiskCache(folder, 2500);
    const keys = ['old', 'middle', 'new'].map((name) => cache.key([name]));
    for (const [index, key] of keys.entries()) {
      await cache.store(key, { facts: {}, data: new Uint8Array(1000) });
      utimesSync(join(folder, `${key}.fencepost`), 1000 + index, 1000 + index);
    }
    await cache.clean();
    const kept = await Promise.all(keys.map((key) => cache.load(key)));
    expect(kept.map((entry) => entry !== undefined)).toEqual([false, true, true]);
  });

  it('removes no files of others who share its folder', async () => {
    const cache = new DiskCache(folder, 1500);
    const others = ['notes.txt', 'a'.repeat(64), `${'a'.repeat(64)}.tmp`, 'x.fencepost'];
    for (const name of others) writeFileSync(join(folder, name), Buffer.alloc(5000));
    mkdirSync(join(folder, 'folder'));
    for (const each of ['one', 'two']) await cache.store(cache.key([each]), { facts: {}, data: new Uint8Array(1000) });
    await cache.clean();
    const left = readdirSync(folder);
    expect(left).toEqual(expect.arrayContaining([...others, 'folder']));
    expect(left).toHaveLength(others.length + 2);
  });

  it('can be disabled', async () => {
    await NO_CACHE.store('k', entry);
    expect(await NO_CACHE.load('k')).toBeUndefined();
  });

  it('is in the folder that the environment names', () => {
    expect(cacheFolder({ FENCEPOST_CACHE: '/x', XDG_CACHE_HOME: '/y' })).toBe('/x');
    expect(cacheFolder({ XDG_CACHE_HOME: '/y' })).toBe('/y/fencepost');
    expect(cacheFolder({})).toMatch(/\/\.cache\/fencepost$/);
  });
});

describe('dependencies', () => {
  it('are read from a rule of a makefile', () => {
    const rule = 'target: a.c /usr/include/stdio.h \\\n  b\\ c.h \\\n  d$$.h e\\#.h\n';
    expect(parseMakeRule(rule)).toEqual(['a.c', '/usr/include/stdio.h', 'b c.h', 'd$.h', 'e#.h']);
  });

  it('are compared by content, not by time', async () => {
    const header = join(folder, 'a.h');
    writeFileSync(header, 'int x;');
    const recorded = (await recordDependencies([header, header], Infinity))!;
    expect(recorded).toHaveLength(1);
    expect(await recordDependencies([header], 1000)).toBeUndefined();
    utimesSync(header, 1000, 1000);
    expect(await unchanged(recorded)).toBe(true);
    writeFileSync(header, 'int y;');
    expect(await unchanged(recorded)).toBe(false);
    rmSync(header);
    expect(await unchanged(recorded)).toBe(false);
    expect(await recordDependencies([header], Infinity)).toBeUndefined();
    mkdirSync(header);
    expect(await unchanged(recorded)).toBe(false);
  });
});
