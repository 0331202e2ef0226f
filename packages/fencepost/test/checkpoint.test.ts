import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Random, isFencepostError } from '@fencepost/core';
import { Checkpoint } from '../src/run/checkpoint.js';
import { loadRun } from '../src/run/resuming.js';
import type { SavedProgram } from '../src/run/saved-run.js';
import { fencepost } from '@fencepost/testing/terminal';

const fixture = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'many-executions.mjs');
const STOPPED = ['check', fixture, '--model', 'sc', '--max-executions', '3'];

let folder: string;
let state: string;
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-state-'));
  state = join(folder, 'state');
  vi.stubEnv('FENCEPOST_STATE', state);
  warnings = [];
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (token: string): string => join(state, `${token}.run`);

function checkpoint(request: object = { files: ['a.c'] }, resumed?: string): Checkpoint<object> {
  return new Checkpoint('check', request, (text) => warnings.push(text), resumed);
}

/** A run that was stopped. */
function kept(request?: object): string {
  const run = checkpoint(request);
  run.write([]);
  run.close();
  return run.token;
}

async function stopped(): Promise<string> {
  const { code, err } = await fencepost(STOPPED);
  expect(code).toBe(3);
  return /--resume (fpr-[0-9a-f]{12})\n/.exec(err)![1]!;
}

function refusal(token: string): string {
  try {
    loadRun('check', token);
  } catch (error) {
    if (isFencepostError(error)) return `${error.message} [${error.code}]`;
    throw error;
  }
  return 'accepted';
}

describe('a checkpoint', () => {
  it('is written again and again under its token, until the run ends', () => {
    const run = checkpoint({ step: 1 });
    expect(run.isKept).toBe(false);
    for (const source of ['a.c', 'b.c']) {
      run.write([{ source, program: 'main', digest: 'd', checks: [], saved: null }]);
      expect(readdirSync(state).sort()).toEqual([`${run.token}.lock`, `${run.token}.run`]);
    }
    run.close();
    expect(loadRun('check', run.token)).toMatchObject({
      token: run.token,
      request: { step: 1 },
      kept: [{ source: 'b.c' }],
    });
    const resumed = checkpoint({ step: 2 }, run.token);
    resumed.write([]);
    resumed.remove();
    expect(readdirSync(state)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('is for its owner only', () => {
    const token = kept();
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf(token)).mode & 0o777).toBe(0o600);
    vi.stubEnv('FENCEPOST_STATE', '');
    vi.stubEnv('XDG_STATE_HOME', folder);
    mkdirSync(join(folder, 'fencepost'), { mode: 0o755 });
    chmodSync(join(folder, 'fencepost'), 0o755);
    kept();
    expect(statSync(join(folder, 'fencepost')).mode & 0o777).toBe(0o700);
  });

  it('reports once that it cannot be written', () => {
    writeFileSync(state, 'no folder');
    const run = checkpoint();
    for (let i = 0; i < 3; i++) run.write([]);
    expect(run.isKept).toBe(false);
    run.remove();
    expect(warnings).toEqual([expect.stringMatching(/^fencepost: the run cannot be resumed: .*not a folder|exists/)]);
  });

  it('leaves the old state, and nothing else, if the new one cannot be written', () => {
    const run = checkpoint();
    run.write([]);
    const before = readFileSync(fileOf(run.token));
    const circular: { self?: object } = {};
    circular.self = circular;
    run.write([circular as never]);
    expect(readFileSync(fileOf(run.token))).toEqual(before);
    expect(readdirSync(state).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(warnings).toHaveLength(1);
    run.close();
  });

  it('is removed after 30 days, when a new one is made; files of others are not', () => {
    const old = kept();
    const young = kept();
    for (const name of ['fpr-0123456789ab.json', 'fpr-0123456789ab.lock', 'notes.run', 'fpr-x.run']) {
      writeFileSync(join(state, name), '');
    }
    const days = (n: number): Date => new Date(Date.now() - n * 24 * 3600 * 1000);
    for (const name of readdirSync(state)) utimesSync(join(state, name), days(31), days(31));
    utimesSync(fileOf(young), days(29), days(29));
    const now = kept();
    expect(readdirSync(state).sort()).toEqual([`${young}.run`, `${now}.run`, 'notes.run', 'fpr-x.run'].sort());
    expect(refusal(old)).toMatch(/there is no such run .*\[BAD_RESUME\]/);
  });
});

describe('a saved run', () => {
  it('is refused if any byte of it was changed, however', () => {
    const token = kept({ files: ['a.c'], maxTime: 1 });
    const bytes = readFileSync(fileOf(token));
    const accepted: string[] = [];
    const attempt = (at: number, by: number): void => {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ by;
      writeFileSync(fileOf(token), changed);
      if (!/(damaged|kept by).*\[BAD_RESUME\]/.test(refusal(token))) accepted.push(`${at} ^ ${by}`);
    };
    for (let at = 0; at < bytes.length; at++) for (const by of [1, 0x20, 0xff]) attempt(at, by);
    expect(accepted).toEqual([]);
  });

  it('of a search is refused after each of 2,000 changes of one byte', async () => {
    const token = await stopped();
    const bytes = readFileSync(fileOf(token));
    const random = new Random(16);
    const below = (n: number): number => Math.floor(random.next() * n);
    let refused = 0;
    for (let i = 0; i < 2000; i++) {
      const changed = Buffer.from(bytes);
      const at = below(bytes.length);
      changed[at] = (changed[at]! + 1 + below(255)) & 0xff;
      writeFileSync(fileOf(token), changed);
      if (refusal(token).endsWith('[BAD_RESUME]')) refused++;
    }
    expect(refused).toBe(2000);
  });

  it('is refused at any other length', () => {
    const token = kept();
    const bytes = readFileSync(fileOf(token));
    for (let length = 0; length < bytes.length; length++) {
      writeFileSync(fileOf(token), bytes.subarray(0, length));
      expect(refusal(token)).toMatch(/damaged.*\[BAD_RESUME\]/);
    }
    writeFileSync(fileOf(token), Buffer.concat([bytes, Buffer.from(' ')]));
    expect(refusal(token)).toMatch(/damaged.*\[BAD_RESUME\]/);
  });

  it.each([
    ['null', 'null'],
    ['an empty object', '{}'],
    ['what versions before this one kept', '{"tool":"fencepost 0.1.0","folder":"/","request":{},"programs":[]}'],
    ['bytes', Buffer.from([0, 255, 10, 0])],
    ['an endless line', 'fencepost-run 2 '.padEnd(100_000, 'x')],
  ])('that is %s is refused', async (_, content) => {
    const token = kept();
    writeFileSync(fileOf(token), content);
    const { code, out, err } = await fencepost(['check', '--resume', token]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/cannot resume fpr-.*\[BAD_RESUME\]\n {2}hint: start the check again\n$/);
  });

  it('that is a folder or a link that leads nowhere is refused', () => {
    const token = kept();
    rmSync(fileOf(token));
    mkdirSync(fileOf(token));
    expect(refusal(token)).toMatch(/it is a folder.*\[BAD_RESUME\]/);
    rmSync(fileOf(token), { recursive: true });
    symlinkSync(fileOf(token), fileOf(token));
    expect(refusal(token)).toMatch(/link.*\[BAD_RESUME\]/);
  });
});

describe('a run that was killed', () => {
  interface Told {
    readonly program: string;
    readonly executions: number;
    readonly resumed: number;
  }

  const progressOf = (err: string): readonly Told[] =>
    err.split('\n').flatMap((line) => {
      if (!line.startsWith('{"progress"')) return [];
      return [(JSON.parse(line) as { progress: Told }).progress];
    });

  it('resumes without exploring the same executions again', async () => {
    const token = await stopped();
    // While a search runs, its reports are not made.
    const { request, kept: programs } = loadRun<object>('check', token);
    const killed = checkpoint(request, token);
    killed.write(programs.map((program) => ({ ...program, checks: [] })));
    killed.close();
    const args = ['check', '--resume', token, '--max-executions', '5', '--progress', 'json', '--format', 'json'];
    const { err, out } = await fencepost(args);
    const told = progressOf(err);
    expect(told.map(({ program, resumed }) => [program, resumed])).toEqual(
      expect.arrayContaining([
        ['large', 3],
        ['small', 3],
      ]),
    );
    const { checks } = JSON.parse(out) as { checks: readonly { executions: number }[] };
    expect(checks.map(({ executions }) => executions)).toEqual([5, 5]);
  });

  it('loses nothing of programs that come later when it is killed again', async () => {
    const token = await stopped();
    const before = loadRun('check', token).kept;
    checkpoint({}, token).close();
    const writes = vi.spyOn(Checkpoint.prototype, 'write');
    // A state is due at each look at the clock.
    let time = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 3000));
    await fencepost(['check', '--resume', token, '--max-executions', '5']);
    clock.mockRestore();
    const written = writes.mock.calls.map(([programs]) => programs as readonly SavedProgram[]);
    writes.mockRestore();
    expect(written.length).toBeGreaterThan(2);
    for (const programs of written) expect(programs.map(({ program }) => program)).toEqual(['large', 'small']);
    expect(written[0]![1]).toEqual(before[1]);
  });

  it('has saved the finished programs, each within two seconds', async () => {
    const writes = vi.spyOn(Checkpoint.prototype, 'write');
    let time = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 3000));
    const quick = join(import.meta.dirname, 'fixtures', 'store-buffering.mjs');
    await fencepost(['check', quick, join(import.meta.dirname, 'fixtures', 'fenced.mjs'), '--model', 'sc']);
    clock.mockRestore();
    const written = writes.mock.calls.map(
      ([programs]) => (programs as readonly SavedProgram[]).filter(({ checks }) => checks.length > 0).length,
    );
    writes.mockRestore();
    expect(written).toContain(1);
    expect(written.at(-1)).toBe(2);
    expect(readdirSync(state)).toEqual([]);
  });
});

describe('--resume last', () => {
  const hour = (n: number): Date => new Date(Date.now() - n * 3600 * 1000);

  it('takes the newest run of this folder', async () => {
    const [old, newest] = [kept(), await stopped()];
    utimesSync(fileOf(old), hour(3), hour(3));
    utimesSync(fileOf(newest), hour(2), hour(2));
    const { code, err } = await fencepost(['check', '--resume', 'last', '--max-executions', '5']);
    expect(code).toBe(3);
    expect(err).toBe(`to resume: fencepost check --resume ${newest}\n`);
  });

  it('takes no older one, which may be about another program, if a process is working on it', async () => {
    const [old, running] = [await stopped(), kept()];
    utimesSync(fileOf(old), hour(2), hour(2));
    writeFileSync(join(state, `${running}.lock`), String(process.ppid));
    const { code, out, err } = await fencepost(['check', '--resume', 'last', '--max-executions', '5']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(new RegExp(`process ${process.ppid} is working on ${running} \\[BAD_RESUME\\]`));
    expect(err).toContain('hint: wait until it ends, or name another run by its token');
  });

  it('reports that there is none', async () => {
    const { code, err } = await fencepost(['check', '--resume', 'last']);
    expect(code).toBe(2);
    expect(err).toMatch(/no check started in .* can be resumed \[BAD_RESUME\]/);
  });
});

describe('two processes', () => {
  it('do not resume the same run', async () => {
    const token = await stopped();
    writeFileSync(join(state, `${token}.lock`), String(process.ppid));
    const { code, err } = await fencepost(['check', '--resume', token]);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`process ${process.ppid} is working on ${token} \\[BAD_RESUME\\]\n {2}hint: wait`));
  });

  it('may do so after one was killed', async () => {
    const token = await stopped();
    writeFileSync(join(state, `${token}.lock`), '4194999'); // above the largest that Linux gives
    const { code } = await fencepost(['check', '--resume', token, '--max-executions', '5']);
    expect(code).toBe(3);
    expect(readdirSync(state)).toEqual([`${token}.run`]);
  });
});

describe.runIf(process.platform === 'linux')('the process that a lock names', () => {
  it('is not working if it was killed and is not yet reaped', async () => {
    // The shell becomes a process that never asks for its children.
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = await new Promise<string>((resolve) => {
        parent.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
      });
      const isZombie = (): boolean => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
      await vi.waitUntil(isZombie, { timeout: 20_000 });
      const token = await stopped();
      writeFileSync(join(state, `${token}.lock`), pid);
      expect((await fencepost(['check', '--resume', token, '--max-executions', '5'])).code).toBe(3);
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is not working if it began at another time: its number was given to another', async () => {
    const token = await stopped();
    const [pid, began] = [process.ppid, '1'];
    writeFileSync(join(state, `${token}.lock`), `${pid} ${began}`);
    expect((await fencepost(['check', '--resume', token, '--max-executions', '5'])).code).toBe(3);
  });

  it('is at work if it began when the lock says', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    const token = await stopped();
    try {
      const began = readFileSync(`/proc/${other.pid!}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19]!;
      writeFileSync(join(state, `${token}.lock`), `${other.pid!} ${began}`);
      expect(refusal(token)).toMatch(/is working on/);
    } finally {
      other.kill('SIGKILL');
    }
    // This process has not had the time to ask for it.
    const until = Date.now() + 20_000;
    while (refusal(token).includes('is working on')) if (Date.now() > until) throw new Error('it counts as at work');
  });
});

it('a run that cannot be saved finishes', async () => {
  writeFileSync(join(folder, 'file'), '');
  vi.stubEnv('FENCEPOST_STATE', join(folder, 'file', 'state'));
  const { code, out, err } = await fencepost(STOPPED);
  expect(code).toBe(3);
  expect(out).toContain('stopped by --max-executions');
  expect(err).toMatch(/^fencepost: the run cannot be resumed: .*: a part of its path is not a folder\n$/);
});
