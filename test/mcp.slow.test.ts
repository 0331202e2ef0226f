import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The built server, driven by the client of the SDK, which validates structured content against the schema.

const home = join(import.meta.dirname, '..');
const bin = join(home, 'packages/fencepost/bin/fencepost.js');
const root = mkdtempSync(join(tmpdir(), 'fencepost-mcp-test-'));
const client = new Client({ name: 'test', version: '1' });
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [bin, 'mcp', '--root', root],
  stderr: 'ignore',
});

beforeAll(async () => {
  copyFileSync(join(home, 'examples/c/message.c'), join(root, 'message.c'));
  copyFileSync(join(home, 'examples/typescript/message.check.ts'), join(root, 'message.check.ts'));
  symlinkSync(join(home, 'examples/c/mp.c'), join(root, 'link.c'));
  await client.connect(transport);
}, 60_000);
afterAll(async () => {
  await client.close();
  rmSync(root, { recursive: true });
});

interface Result {
  readonly text: string;
  readonly isError: boolean;
  readonly verdict: string;
  readonly report?: string;
  readonly next?: number;
  readonly diff?: string;
  readonly source?: string;
  readonly written?: boolean;
  readonly findings?: readonly string[];
}

async function call(
  name: string,
  given: Record<string, unknown>,
  options: Parameters<Client['callTool']>[2] = {},
): Promise<Result> {
  const result = await client.callTool({ name, arguments: given }, undefined, { timeout: 120_000, ...options });
  const [content] = result.content as { text: string }[];
  // About 2,000 tokens.
  expect(JSON.stringify(result).length).toBeLessThan(7500);
  return {
    text: content!.text,
    isError: result.isError === true,
    ...(result.structuredContent as { verdict: string }),
  };
}

const SB = `X86_64 SB
{ x=0; y=0; }
 P0 | P1 ;
 movq $1,(x) | movq $1,(y) ;
 movq (y),%rax | movq (x),%rax ;
exists (0:rax=0 /\\ 1:rax=0)
`;
const FOREVER = `import { check } from 'fencepost';
check('large', (t) => {
  const a = new Int32Array(new SharedArrayBuffer(64));
  for (let i = 0; i < 8; i++) t.thread('t' + i, () => { for (let k = 0; k < 6; k++) Atomics.add(a, k, i + 1); });
});
`;

describe('fencepost mcp', { timeout: 180_000 }, () => {
  it('lists its tools with schemas, and its resources', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check',
      'explain',
      'fix',
      'replay',
      'linearizable',
      'litmus',
      'ask_model',
    ]);
    expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('fencepost://reference/models');
    const { contents } = await client.readResource({ uri: 'fencepost://reference/safe' });
    expect((contents[0] as { text: string }).text).toMatch(/^# What safe means/);
    await expect(client.readResource({ uri: 'fencepost://reference/../../x' })).rejects.toThrow(/there is no resource/);
  });

  it('checks a file, explains, replays, fixes and checks again', async () => {
    const found = await call('check', { file: 'message.c' });
    expect(found.verdict).toBe('failed');
    expect(found.text).toMatch(/^failed message\.c:26 assertion: /);
    expect(found.findings).toEqual([expect.stringMatching(/^message\.c:26 assertion: /)]);
    const whole = await call('explain', { report: found.report });
    expect(whole.text).toContain('Not possible under SC:');
    const { contents } = await client.readResource({ uri: `fencepost://report/${found.report!}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      version: 1,
      checks: [{ model: 'sc' }, {}, {}],
    });
    const [, schedule] = /'(fp1:[^']+)'/.exec(found.text)!;
    const again = await call('replay', { report: found.report, schedule, model: 'rc11' });
    expect(again).toMatchObject({ verdict: 'failed', text: expect.stringContaining('message → 0') as string });
    const before = readFileSync(join(root, 'message.c'), 'utf8');
    const proposed = await call('fix', { report: found.report });
    expect(proposed).toMatchObject({
      verdict: 'failed',
      written: false,
      diff: expect.stringContaining('+  atomic_store_explicit(&sent, 1, memory_order_release)') as string,
    });
    expect(readFileSync(join(root, 'message.c'), 'utf8')).toBe(before);
    expect(await call('fix', { file: 'message.c', write: true })).toMatchObject({ verdict: 'safe', written: true });
    expect(readFileSync(join(root, 'message.c'), 'utf8')).not.toBe(before);
    expect((await call('check', { file: 'message.c' })).verdict).toBe('safe');
  });

  it('says what to change where no fence helps', async () => {
    const text = `import { check } from 'fencepost';
check('sum', (t) => {
  const a = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['one', 'two']) t.thread(name, () => { Atomics.store(a, 0, Atomics.load(a, 0) + 1); });
  t.after(() => { if (a[0] !== 2) throw new Error('lost'); });
});`;
    const { report, text: told } = await call('check', { sources: [{ name: 's.check.mjs', text }] });
    const [next] = /^ {2}next: make the read .* one step: use Atomics\.add.*$/m.exec(told)!;
    const fixed = await call('fix', { report });
    expect(fixed.text).toContain('no fence or order can repair it');
    expect(fixed.text).toContain(next);
  });

  it('checks text in a folder of its own, and returns it repaired', async () => {
    const sources = [{ name: 'm.check.ts', text: readFileSync(join(root, 'message.check.ts'), 'utf8') }];
    const { verdict, report } = await call('check', { sources });
    expect(verdict).toBe('failed');
    const { source, written } = await call('fix', { report, write: true });
    expect({ source, written }).toEqual({
      source: expect.stringContaining('Atomics.store(memory, 0, 1)') as string,
      written: true,
    });
    expect(await call('check', { sources: [{ name: 'm.check.ts', text: source }] })).toMatchObject({ verdict: 'safe' });
    expect(readdirSync(root).sort()).toEqual(['link.c', 'message.c', 'message.check.ts']);
  });

  it('makes scenarios of a structure', async () => {
    const stack = `class Stack {
  constructor(b) { this.a = new Int32Array(b); }
  push(v) { const n = Atomics.add(this.a, 0, 1); Atomics.store(this.a, 1 + n, v); }
  pop() { const n = Atomics.load(this.a, 0); if (n === 0) return null; Atomics.store(this.a, 0, n - 1); return Atomics.load(this.a, n); }
}`;
    const given = {
      sources: [{ name: 's.check.mjs', text: stack }],
      create: 'new Stack(new SharedArrayBuffer(64))',
      operations: { push: [[1, 2]], pop: [] },
      calls: 3,
    };
    expect((await call('linearizable', given)).text).toMatch(/^failed .*not-linearizable: /);
    const c = `#include <stdatomic.h>\nstatic atomic_int n;\nstatic int add(int v) { return atomic_fetch_add(&n, v); }\nstatic int get(void) { return atomic_load(&n); }\n`;
    const counter = { sources: [{ name: 'counter.c', text: c }], operations: { add: [[1, 2]], get: [] }, calls: 3 };
    expect((await call('linearizable', counter)).verdict).toBe('safe within bounds');
    expect((await call('linearizable', { ...counter, operations: { 'get) int x; (': [] } })).verdict).toBe('refused');
  });

  it('answers litmus tests, and questions about models', async () => {
    const { verdict, text } = await call('litmus', { text: SB, models: ['sc', 'tso'] });
    expect(verdict).toBe('answered');
    expect(text).toMatch(/sc +forbidden[\s\S]*tso +allowed/);
    expect((await call('litmus', { text: 'nonsense' })).verdict).toBe('refused');
    expect(
      (await call('ask_model', { question: 'What does a memory_order_release store do?', model: 'pso' })).text,
    ).toMatch(/^PSO: .*\nstore, release — PSO: store-store fence, then buffered\n/);
    expect((await call('ask_model', { question: 'seq_cst fence', model: 'arm' })).text).toContain('DMB ISH');
    expect((await call('ask_model', { question: 'acquire load', model: 'c11' })).text).toContain(
      'acquire load, release store — RC11: synchronise',
    );
    expect((await call('ask_model', { question: 'banana' })).text).toMatch(/no row of the reference is about 'banana'/);
    expect((await call('ask_model', { question: 'fence', model: 'vax' })).isError).toBe(true);
  });

  it.each([
    ['check', { file: '../secret.c' }, /outside the root/],
    ['check', { file: '/etc/passwd' }, /outside the root/],
    ['check', { file: 'link.c' }, /outside the root/],
    ['check', { file: 'nowhere.c' }, /cannot read nowhere\.c: ENOENT/],
    ['check', { file: '.' }, /is not a file/],
    ['check', {}, /give either file or sources/],
    ['check', { sources: [{ name: '../x.c', text: '' }] }, /is not the name of a source/],
    ['check', { sources: [{ name: '--report', text: '' }] }, /is not the name of a source/],
    ['check', { file: 'message.c', flags: ['-fplugin=/tmp/x.so'] }, /flag .* is not accepted/],
    ['check', { file: 'message.c', flags: ['-I/etc'] }, /flag .* is not accepted/],
    ['check', { file: 'message.c', colour: true }, /invalid arguments/],
    ['check', { file: 'message.c', models: ['tso', '--write'] }, /invalid arguments/],
    ['linearizable', { file: 'message.c', operations: {} }, /invalid arguments/],
    ['explain', { report: 'r999' }, /there is no report/],
    ['fix', { file: '../x.c', write: true }, /outside the root/],
    ['replay', { file: 'message.c' }, /invalid arguments/],
  ])('refuses %s %j', async (name, given, says) => {
    expect(await call(name, given)).toMatchObject({
      isError: true,
      verdict: 'refused',
      text: expect.stringMatching(says) as string,
    });
  });

  it('refuses programs that cannot be checked, with a code', async () => {
    expect(await call('check', { sources: [{ name: 'x.c', text: 'int main( {' }] })).toMatchObject({
      verdict: 'refused',
      text: expect.stringContaining('C_COMPILE') as string,
    });
    expect(await call('check', { sources: [{ name: 'x.txt', text: 'hello' }] })).toMatchObject({ verdict: 'refused' });
    await expect(client.callTool({ name: 'format_disk' })).rejects.toThrow(
      /there is no tool 'format_disk'; tools are check, explain, /,
    );
  });

  it('survives ten megabytes, and code that hangs, explodes or ends the process', async () => {
    const large = [{ name: 'x.c', text: 'x'.repeat(10_000_000) }];
    expect(await call('check', { sources: large })).toMatchObject({
      isError: true,
      text: expect.stringContaining('TOO_LARGE') as string,
    });
    const hangs = await call('check', { sources: [{ name: 'x.check.mjs', text: 'while (true);' }], maxTime: 2 });
    expect(hangs).toMatchObject({ verdict: 'undecided', text: expect.stringContaining('TIME_LIMIT') as string });
    const explodes = await call('check', {
      sources: [{ name: 'x.check.mjs', text: 'const all = []; for (;;) all.push(new Array(1e6).fill(1));' }],
      maxTime: 20,
    });
    expect(explodes.text).toMatch(/^(?:undecided|refused) .*(?:MEMORY|TIME)_LIMIT/);
    const ends = await call('check', { sources: [{ name: 'x.check.mjs', text: 'process.exit(0);' }] });
    expect(ends).toMatchObject({ verdict: 'refused', text: expect.stringContaining('CODE_ENDED') as string });
    expect(
      (await call('check', { sources: [{ name: 'x.check.ts', text: FOREVER }], models: ['sc'], maxTime: 1 })).verdict,
    ).toBe('undecided');
  });

  it('cuts long answers, with a handle for the rest', async () => {
    const checks = Array.from(
      { length: 40 },
      (_, i) =>
        `check('a program with a rather long name, number ${i}', { models: ['sc'] }, (t) => { const a = new Int32Array(new SharedArrayBuffer(4)); t.thread('one', () => { a[0]++; }); t.thread('two', () => { a[0]++; }); t.after(() => { if (a[0] !== 2) throw new Error('lost'); }); });`,
    );
    const first = await call('check', {
      sources: [{ name: 'many.check.mjs', text: `import { check } from 'fencepost';\n${checks.join('\n')}` }],
    });
    expect(first.next).toBeGreaterThan(1000);
    expect(first.text).toMatch(/… \d+ more characters: explain \{"report": "r\d+", "offset": \d+\}$/);
    const part = await call('explain', { report: first.report });
    const more = await call('explain', { report: first.report, offset: part.next });
    expect(more.text.slice(0, 200)).not.toBe(part.text.slice(0, 200));
  });

  it('reports progress, and ends a cancelled call within two seconds', async () => {
    const controller = new AbortController();
    const told: number[] = [];
    const given = { sources: [{ name: 'x.check.ts', text: FOREVER }], models: ['sc'], maxTime: 100 };
    const running = call('check', given, {
      signal: controller.signal,
      onprogress: ({ progress }) => void told.push(progress),
    });
    await expect.poll(() => told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(childrenOf(transport.pid!)).toHaveLength(1);
    const cancelled = performance.now();
    controller.abort('enough');
    await expect(running).rejects.toThrow(/enough/);
    await expect.poll(() => childrenOf(transport.pid!), { timeout: 10_000, interval: 50 }).toEqual([]);
    expect(performance.now() - cancelled).toBeLessThan(2000);
  });

  it('answers twenty calls at once, with no more processes than cores', async () => {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, childrenOf(transport.pid!).length)), 50);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call('check', { sources: [{ name: `x${i}.litmus`, text: SB }], models: [i % 2 === 0 ? 'sc' : 'tso'] }),
      ),
    );
    clearInterval(watch);
    expect(results.map(({ verdict }) => verdict)).toEqual(results.map((_, i) => (i % 2 === 0 ? 'safe' : 'failed')));
    expect(results.every(({ text }, i) => text.includes(`x${i}.litmus`))).toBe(true);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(Number(execFileSync('nproc', { encoding: 'utf8' })));
  });

  it('ends with its client, and takes its runs and folders along', async () => {
    const other = new Client({ name: 'other', version: '1' });
    const own = new StdioClientTransport({
      command: process.execPath,
      args: [bin, 'mcp'],
      cwd: root,
      stderr: 'ignore',
      env: { ...(process.env as Record<string, string>), TMPDIR: root },
    });
    await other.connect(own);
    const { pid } = own;
    const running = other
      .callTool({ name: 'check', arguments: { sources: [{ name: 'x.check.ts', text: FOREVER }] } })
      .catch(() => 'ended');
    await expect.poll(() => childrenOf(pid!)).toHaveLength(1);
    await other.close();
    expect(await running).toBe('ended');
    await expect.poll(() => existsSync(`/proc/${pid!}`)).toBe(false);
    expect(readdirSync(root).filter((name) => name.startsWith('fencepost-mcp-'))).toEqual([]);
  });

  it('is loaded by nothing else, and says what it needs', () => {
    const file = join(root, 'loaded');
    const loaded = (...args: string[]): string[] => {
      writeFileSync(file, '');
      const hook = ['--import', join(home, 'test/fixtures/loaded-files.mjs')];
      const env = { ...process.env, LOADED_FILES: file };
      spawnSync(process.execPath, [...hook, bin, ...args], { cwd: root, env, input: '' });
      return readFileSync(file, 'utf8').split('\n');
    };
    const forAgents = /modelcontextprotocol|\/zod\/|\/(?:serve|claim-command|review-command)-[\w-]+\.js$/;
    // What is looked for is there.
    expect(loaded('mcp').filter((name) => forAgents.test(name)).length).toBeGreaterThan(20);
    for (const args of [['--version'], ['check', 'message.check.ts', '-q'], ['mcp', '--help']]) {
      const files = loaded(...args);
      expect(files.length).toBeGreaterThan(5);
      expect(files.filter((name) => forAgents.test(name))).toEqual([]);
    }
    const bundles = join(home, 'packages/fencepost/dist/bundle');
    const importing = readdirSync(bundles).filter((name) =>
      readFileSync(join(bundles, name), 'utf8').includes('modelcontextprotocol/sdk/'),
    );
    expect(importing).toHaveLength(1);
    const missing = join(root, 'missing.mjs');
    writeFileSync(
      missing,
      `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent("export function resolve(name, context, next) { if (name.startsWith('@modelcontextprotocol/')) throw Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context); }"));`,
    );
    const { status, stderr } = spawnSync(process.execPath, ['--import', missing, bin, 'mcp'], {
      cwd: root,
      encoding: 'utf8',
      input: '',
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /needs the package @modelcontextprotocol\/sdk \[USAGE\]\n {2}hint: npm install --save-dev @modelcontextprotocol\/sdk\n$/,
      ) as string,
    });
  });
});

/** Processes that the server has started and not yet ended. */
function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter((each) => each !== ''); // prettier-ignore
}
