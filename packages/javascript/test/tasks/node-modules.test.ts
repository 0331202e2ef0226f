import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failuresOf } from '../check/explored.js';

const WRITTEN = JSON.stringify(join(tmpdir(), `fencepost-not-written-${process.pid}`));

// What Node does outside of the program answers in one order only, or never.
it.each([
  ['fs', 'import fs from "node:fs";', `fs.createWriteStream(${WRITTEN});`],
  ['http', 'import http from "node:http";', 'http.get("http://127.0.0.1:1/");'],
  ['zlib', 'import zlib from "node:zlib";', "await new Promise((done) => zlib.gzip('x', done));"],
  ['zlib', 'import zlib from "node:zlib";', 'zlib.createGzip();'],
  ['crypto', 'import crypto from "node:crypto";', "crypto.pbkdf2('a', 'b', 1, 8, 'sha1', () => {});"],
  ['dns', 'import dns from "node:dns";', 'dns.lookup("localhost", () => {});'],
])('%s is refused in a task', async (_, top, step) => {
  const found = failuresOf(`t.task('A', async () => { ${step} });`, 'sc', top);
  await expect(found).rejects.toMatchObject({
    code: 'JS_UNSUPPORTED',
    hint: expect.stringContaining('t.outside') as string,
  });
  expect(existsSync(JSON.parse(WRITTEN) as string)).toBe(false);
});

it('fetch is refused in a task', async () => {
  await expect(failuresOf("t.task('A', async () => { await fetch('http://127.0.0.1:1/'); });")).rejects.toMatchObject({
    code: 'JS_UNSUPPORTED',
    hint: expect.stringContaining('t.outside') as string,
  });
});

it.each([
  ['fs/promises', 'import * as fs from "node:fs/promises";', `await fs.writeFile(${WRITTEN}, "");`],
  ['fs/promises, not awaited', 'import { writeFile } from "node:fs/promises";', `void writeFile(${WRITTEN}, "");`],
  ['fs/promises, of fs', 'import fs from "node:fs";', `await fs.promises.writeFile(${WRITTEN}, "");`],
  ['fs', 'import fs from "node:fs";', `await new Promise((done) => fs.writeFile(${WRITTEN}, "", done));`],
])('%s writes nothing to the disk', async (_, top, step) => {
  expect(await failuresOf(`t.task('A', async () => { ${step} });`, 'sc', top)).toEqual([]);
  expect(existsSync(JSON.parse(WRITTEN) as string)).toBe(false);
});

it('functions of crypto and zlib that return at once are not', async () => {
  const body = "t.task('A', async () => { zlib.gzipSync(crypto.createHash('sha1').update('x').digest()); });";
  const top = 'import crypto from "node:crypto"; import zlib from "node:zlib";';
  expect(await failuresOf(body, 'sc', top)).toEqual([]);
});

it('functions of fs that return at once are not', async () => {
  const body = "t.task('A', async () => { if (!fs.existsSync('.')) throw new Error('no'); });";
  expect(await failuresOf(body, 'sc', 'import fs from "node:fs";')).toEqual([]);
});
