import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failuresOf } from '../check/explored.js';

const WRITTEN = JSON.stringify(join(tmpdir(), `fencepost-not-written-${process.pid}`));

// What Node does outside of the program answers in one order only, or never.
it.each([
  ['fs/promises', 'import * as fs from "node:fs/promises";', `await fs.writeFile(${WRITTEN}, "");`],
  ['fs/promises, not awaited', 'import { writeFile } from "node:fs/promises";', `void writeFile(${WRITTEN}, "");`],
  ['fs/promises, of fs', 'import fs from "node:fs";', `await fs.promises.writeFile(${WRITTEN}, "");`],
  ['fs/promises, of fs, not awaited', 'import fs from "node:fs";', `void fs.promises.writeFile(${WRITTEN}, "");`],
  ['fs', 'import fs from "node:fs";', `await new Promise((done) => fs.writeFile(${WRITTEN}, "", done));`],
  ['fs', 'import fs from "node:fs";', `fs.createWriteStream(${WRITTEN});`],
  ['http', 'import http from "node:http";', 'http.get("http://127.0.0.1:1/");'],
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

it('functions of fs that return at once are not', async () => {
  const body = "t.task('A', async () => { if (!fs.existsSync('.')) throw new Error('no'); });";
  expect(await failuresOf(body, 'sc', 'import fs from "node:fs";')).toEqual([]);
});
