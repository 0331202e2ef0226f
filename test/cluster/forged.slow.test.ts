import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import type { Ended } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { Attacks } from './attacks.js';
import { PATIENCE } from './cluster.js';
import { hasPostgres } from '@fencepost/testing/postgres';

// The reader of a report has not written it: forged content of submitters and agents is refused, and quotes no file of the reader.

const SECRET = 'the text of another file';
/** A report that takes longer, in milliseconds, is stuck. */
const STUCK = 20_000;

const PROGRAM = `#include <pthread.h>
#include <stdatomic.h>
#include "other.h"
atomic_int x;
void *a(void *u) { atomic_store(&x, 1); return 0; }
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, a, 0);
  expect_zero(atomic_load(&x)); // this is quoted
  pthread_join(p, 0);
  return 0;
}
`;
const HEADER = `#include <assert.h>
static inline void expect_zero(int value) {
  assert(value == 0); // and this
}
`;

interface Encoded {
  cwd: unknown;
  programs: { digest: string }[];
  built: Record<string, Built>;
}
interface Built {
  stored: Record<string, unknown> & { labels: { site?: Record<string, unknown>; [name: string]: unknown }[] };
  wasm: unknown;
}

describe.skipIf(!hasPostgres || !canCompile)('invented data', { timeout: PATIENCE }, () => {
  const attacks = new Attacks();
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-forged-'));
  const secret = join(folder, 'secret');
  const html = join(folder, 'report.html');
  const sarif = join(folder, 'report.sarif');
  let bundle: Buffer;

  beforeAll(async () => {
    await attacks.begin();
    writeFileSync(secret, `${SECRET}\n`.repeat(20));
    const sources = mkdtempSync(join(folder, 'sources-'));
    writeFileSync(join(sources, 'bug.c'), PROGRAM);
    writeFileSync(join(sources, 'other.h'), HEADER);
    const run = await attacks.alice.commands.submit(join(sources, 'bug.c'), '--model', 'sc', '--all');
    rmSync(sources, { recursive: true });
    const [row] = await attacks.server.ask(
      'select b.bytes from fencepost.run r join fencepost.bundle b on b.hash = r.bundle_hash where r.id = $1',
      [run],
    );
    bundle = row!['bytes'] as Buffer;
    await attacks.stop(run);
  }, INSTALL_TIMEOUT + PATIENCE);
  afterEach(() => attacks.afterEach());
  afterAll(async () => {
    await attacks.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A run of eve's, with a bundle of her own. */
  async function submitted(change: (bundle: Encoded) => void): Promise<string> {
    const id = randomUUID();
    const made = JSON.parse(inflateRawSync(bundle).toString()) as Encoded;
    change(made);
    const searches = [{ all: true, model: 'sc', races: false, program: 0, unordered: null }];
    const asked = await attacks.ask('eve', 'select fencepost.submit_run($1, $2, $3, null, $4, $5, $6, $7)', [
      ...[id, 'all', attacks.build, 'bug.c', deflateRawSync(JSON.stringify(made)), JSON.stringify(searches), ['bug.c']],
    ]);
    expect(asked).toHaveLength(1);
    return id;
  }

  /** A run that mallory alone has worked on: the row of the ledger has these columns. */
  async function claimed(columns: Readonly<Record<string, unknown>>, own?: string): Promise<string> {
    const run = own ?? (await submitted(() => undefined));
    const job = await attacks.released(run);
    const row = {
      ...{ job: job.id, run, program: 0, model: 'sc', epoch: 0, path: '', attempt: job.attempt },
      ...columns,
    };
    const names = [...Object.keys(row), 'agent', 'executions'];
    const values = [...Object.values(row), 'x', 1];
    const places = values.map((_, i) => `$${i + 1}`).join();
    expect(
      await attacks.ask('mallory', `insert into fencepost.result (${names.join()}) values (${places})`, values),
    ).toEqual([]);
    await attacks.ask('mallory', 'select fencepost.settle_run($1)', [run]);
    expect(await attacks.honest.status(run)).toBe('done');
    return run;
  }

  /** A column of the ledger: JSON as text. */
  function column(list: unknown): string {
    return JSON.stringify(JSON.stringify(list));
  }

  async function report(run: string, ...more: readonly string[]): Promise<Ended> {
    const args = ['cluster', 'report', run, '--report', `html=${html}`, '--report', `sarif=${sarif}`, ...more];
    return attacks.reader.commands.run(args, {}, undefined, STUCK);
  }

  /** All that a report says, in all formats. */
  async function told(run: string): Promise<string> {
    rmSync(html, { force: true });
    const { out, err, code } = await report(run);
    expect(err).not.toContain('internal error');
    expect(code, err).toBe(1);
    return out + err + readFileSync(html, 'utf8') + readFileSync(sarif, 'utf8');
  }

  const failure = { kind: 'assertion', message: 'm', thread: 't', executions: 1 };

  test('a report quotes the files of the run, also if they are gone', async () => {
    const run = await submitted(() => undefined);
    await attacks.work();
    const text = await told(run);
    expect(text).toContain('// this is quoted');
    expect(text).toContain('// and this');
  });

  test('a job that an agent forgets without a result is made again', async () => {
    const run = await submitted(() => undefined);
    const job = await attacks.released(run);
    await attacks.ask('mallory', 'select fencepost.forget(array[$1::uuid])', [job.id]);
    expect(await attacks.owner.commands.run(['cluster', 'resume', run])).toMatchObject({ code: 0 });
    await attacks.work();
    expect(await attacks.honest.status(run)).toBe('done');
  });

  test('a place that a submitter makes up is not quoted', async () => {
    const run = await submitted(({ built }) => {
      const [{ stored }] = Object.values(built) as [Built];
      for (const label of stored.labels) label.site = { file: secret, line: 3, column: 1 };
    });
    await attacks.work();
    expect(await told(run)).not.toContain(SECRET);
  });

  test('a place that an agent makes up is not quoted', async () => {
    for (const file of [secret, `../../../../../../../../..${secret}`]) {
      const run = await claimed({ failures: column([{ ...failure, site: { file, line: 3, column: 1 } }]) });
      const text = await told(run);
      expect(text).toContain(secret);
      expect(text).not.toContain(SECRET);
    }
  });

  const site = { file: 'bug.c', line: 1, column: 1 };
  const race = {
    failure: { ...failure, kind: 'data race' },
    place: 'x',
    accesses: 'a',
    executions: 1,
    schedule: '',
    sequential: true,
  };
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['a list', { failures: column([[]]) }],
    ['nothing', { failures: column([{}]) }],
    ['null', { failures: column([null]) }],
    ['no list', { failures: column({ length: 1 }) }],
    ['no message', { failures: column([{ ...failure, message: undefined }]) }],
    ['a message that is a number', { failures: column([{ ...failure, message: 5 }]) }],
    ['a kind that there is not', { failures: column([{ ...failure, kind: 'toString' }]) }],
    ['a thread that is no name', { failures: column([{ ...failure, thread: {} }]) }],
    ['a count that is text', { failures: column([{ ...failure, executions: '9' }]) }],
    ['a count below zero', { failures: column([{ ...failure, executions: -1 }]) }],
    ['a file that is a number', { failures: column([{ ...failure, site: { ...site, file: 5 } }]) }],
    ['standard input for a file', { failures: column([{ ...failure, site: { ...site, file: 0 } }]) }],
    ['a line that is text', { failures: column([{ ...failure, site: { ...site, line: 'x' } }]) }],
    ['a column that is none', { failures: column([{ ...failure, site: { ...site, column: 1e300 } }]) }],
    ['a history that is none', { failures: column([{ ...failure, history: { threads: 5 } }]) }],
    ['violations without a number', { violations: column([['a', { executions: 1 }]]) }],
    ['a race of another shape', { races: column([{ accesses: 'a', location: 5, executions: 1 }]) }],
    [
      'a race whose file is a number',
      { races: column([['k', { ...race, failure: { ...race.failure, site: { ...site, file: 0 } } }]]) },
    ],
    ['a race without a schedule', { races: column([['k', { ...race, schedule: 5 }]]) }],
  ])('a result with %s', async (_, columns) => {
    const { err, code, signal } = await report(await claimed(columns));
    expect(signal).toBeNull();
    expect(err).toContain('CLUSTER');
    expect(err).toContain('cannot be read');
    expect(err).not.toMatch(/internal error|TypeError|undefined|Cannot|is not/);
    expect(code).toBe(2);
  });

  const first = ({ built }: Encoded): Built => Object.values(built)[0]!;
  test.each<[string, (bundle: Encoded) => void]>([
    ['no tables', (made) => (first(made).stored = null as never)],
    [
      'labels that are null',
      (made) => (first(made).stored.labels = first(made).stored.labels.map(() => null as never)),
    ],
    [
      'a file that is a number',
      (made) => first(made).stored.labels.forEach((label) => (label.site = { file: 0, line: 1 })),
    ],
    ['a kind that is a number', (made) => first(made).stored.labels.forEach((label) => (label['kind'] = 5))],
    ['no names of functions', (made) => (first(made).stored['functions'] = null)],
    ['globals that are none', (made) => (first(made).stored['globals'] = [5])],
    ['code that is none', (made) => (first(made).wasm = 'aGVsbG8=')],
    ['nothing that is built', (made) => (made.built = {})],
    ['a folder that is a file', (made) => (made.cwd = 'a\u0000b')],
  ])('a bundle with %s', async (_, change) => {
    const raw = /internal error|TypeError|undefined|Cannot|is not a|ENOENT|WebAssembly/;
    const run = await submitted(change);
    const before = attacks.honest.commands.said.length;
    await attacks.work();
    expect(attacks.honest.commands.said.slice(before)).not.toMatch(raw);
    // Unless it is over, others might be able to work on it: one says so.
    if ((await attacks.honest.status(run)) === 'running') {
      expect(attacks.honest.commands.said.slice(before)).toContain('the bundle of the run');
      await claimed({ failures: column([{ ...failure, site: { file: 'x', line: 1 } }]) }, run);
    }
    const { err, code, signal } = await report(run);
    expect(signal).toBeNull();
    expect(err).toContain('CLUSTER');
    expect(err).not.toMatch(raw);
    expect(code).toBe(2);
  });
});
