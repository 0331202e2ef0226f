import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../packages/cluster/src/database/schema.js';
import { canCompile } from '@fencepost/testing/compiled';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

const PROGRAM = ['test/fixtures/cluster/ends.c', '--all', '--model', 'sc,tso', '--', '-DN=3', '-DR=1'];

describe.skipIf(!hasPostgres || !canCompile)('operating a cluster', { timeout: PATIENCE }, () => {
  let server: Server;
  let cluster: Cluster;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fencepost-operations-'));
    const node = await newerNode();
    server = new Server();
    await server.start();
    cluster = new Cluster(node, server, server.url, 1);
    await cluster.commands.run(['cluster', 'init']);
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    await cluster.commands.killAll();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a page follows a run until it is over', async () => {
    const { commands } = cluster;
    const run = await commands.submit(...PROGRAM);
    const file = join(folder, 'status.html');
    const html = ['--report', `html=${file}`];
    expect((await commands.run(['cluster', 'status', run, ...html])).out).toContain('2 jobs waiting');
    const before = readFileSync(file, 'utf8');
    expect(before).toContain("default-src 'none'; style-src 'sha256-");
    // Nothing is explored yet.
    expect(before).toContain('<dd>not known</dd>');
    expect(before).not.toMatch(/<script|http-equiv="refresh"/);
    const watched = commands.run(['cluster', 'status', 'last', '--watch', ...html]);
    commands.agent({ args: ['--jobs', '2', '--until-idle'] });
    const { code, out } = await watched;
    expect(code).toBe(0);
    expect(out.match(/ends\.c {2}running/g)).not.toBeNull();
    expect(out.match(/ends\.c {2}done/g)).toHaveLength(1);
    // On a fast machine the run is over before there is an estimate.
    expect(out).toMatch(/open jobs?(, about [\d,]+ left)?/);
    const after = readFileSync(file, 'utf8');
    expect(after).toContain('<span>done</span>');
    expect(after).not.toContain('http-equiv="refresh"');
    const json = await commands.run(['cluster', 'status', run, '--format', 'json']);
    const { searches, secondsLeft } = JSON.parse(json.out) as {
      searches: { executions: number; left: number }[];
      secondsLeft: number;
    };
    expect([secondsLeft, ...searches.map(({ left }) => left)]).toEqual([0, 0, 0]);
    for (const { executions } of searches) expect(after).toContain(`<td>${executions.toLocaleString('en')}</td>`);
    expect((await commands.run(['cluster', 'status', run, '--format', 'html'])).out).toContain('<!doctype html>');
    expect((await commands.run(['cluster', 'status', run, '--report', 'junit=x.xml'])).err).toContain(
      'the status cannot be written as junit [USAGE]',
    );
  });

  test('forgets runs that were over long ago', async () => {
    const { commands } = cluster;
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await commands.submit(...PROGRAM));
    const [old, recent, running] = ids;
    for (const id of [old, recent]) await commands.run(['cluster', 'stop', id!]);
    await server.ask("update fencepost.run set created = now() - interval '31 days' where id in ($1, $2)", [
      ...[old, running],
    ]);
    const both = await commands.run(['cluster', 'prune', old!, '--older-than', '30d']);
    expect(both.err).toContain('name runs, or give their minimum age [USAGE]');
    const { out } = await commands.run(['cluster', 'prune', '--older-than', '30d']);
    expect(out).toBe(`deleted ${old}\n`);
    const left = await server.ask('select id from fencepost.run where id = any($1)', [ids]);
    expect(left.map(({ id }) => id).sort()).toEqual([recent, running].sort());
    await commands.run(['cluster', 'stop', running!]);
  });

  test('tables of the first version are updated, with their content', async () => {
    const id = '00000000-0000-0000-0000-000000000001';
    await server.ask('create database older');
    const DATABASE_URL = server.url.replace('/postgres?', '/older?');
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    try {
      await client.query(`create schema fencepost; create table fencepost.meta (version int not null); ${MIGRATIONS[0]};
        insert into fencepost.meta values (1);
        insert into fencepost.bundle values (encode(sha256('x'), 'hex'), 'x');
        insert into fencepost.run (id, status, policy, build, source, bundle_hash, searches)
          values ('${id}', 'stopped', 'all', 'x', 'x.c', encode(sha256('x'), 'hex'), '[]')`);
    } finally {
      await client.end();
    }
    const { commands } = cluster;
    const early = await commands.run(['cluster', 'history'], { DATABASE_URL });
    expect(early.err).toContain('the tables are from an older version of Fencepost [CLUSTER]');
    expect((await commands.run(['cluster', 'init'], { DATABASE_URL })).out).toBe('the database is ready\n');
    expect((await commands.run(['cluster', 'history'], { DATABASE_URL })).out).toContain(`${id}  stopped`);
    expect((await commands.run(['cluster', 'resume', id], { DATABASE_URL })).out).toBe(`${id} is running\n`);
  });

  test('names are escaped on the page', async () => {
    const run = await cluster.commands.submit(...PROGRAM);
    await server.ask(`update fencepost.run set source = '<script>&"' where id = $1`, [run]);
    await server.ask(`update fencepost.program set name = '<img src=x>' where run = $1`, [run]);
    const { out } = await cluster.commands.run(['cluster', 'status', run, '--format', 'html']);
    expect(out).toContain('&lt;script>&amp;&quot;');
    expect(out).not.toMatch(/<script|<img/);
    await cluster.commands.run(['cluster', 'stop', run]);
  });

  test('an agent reports its commits to OpenTelemetry', async () => {
    const { commands } = cluster;
    const run = await commands.submit(...PROGRAM);
    const preload = pathToFileURL(join(root, 'test/fixtures/cluster/telemetry.mjs')).href;
    const agent = commands.agent({
      env: { NODE_OPTIONS: `--import=${preload}` },
      args: ['--jobs', '2', '--until-idle'],
    });
    await new Promise((resolve) => agent.once('close', resolve));
    expect(await cluster.status(run)).toBe('done');
    interface Told {
      readonly counts: Readonly<Record<string, number>>;
      readonly durations: number;
      readonly flushed: number;
      readonly spans: readonly Readonly<Record<string, unknown>>[];
    }
    const told = JSON.parse(/^telemetry (.*)$/m.exec(commands.said)![1]!) as Told;
    const [ledger] = await server.ask(
      'select count(*)::int as jobs, sum(executions)::int as executions from fencepost.result where run = $1',
      [run],
    );
    expect(told.counts['fencepost.executions']).toBe(ledger!['executions']);
    expect(told.counts['fencepost.jobs']).toBe(told.spans.length);
    expect(told.durations).toBe(told.spans.length);
    // Metrics and spans, at the end.
    expect(told.flushed).toBe(2);
    const committed = told.spans.filter((span) => span['fencepost.outcome'] === 'committed');
    expect(committed).toHaveLength(ledger!['jobs'] as number);
    expect(new Set(told.spans.map((span) => span['fencepost.model']))).toEqual(new Set(['sc', 'tso']));
    expect(told.spans[0]).toMatchObject({ name: 'fencepost.job', 'fencepost.run': run, 'fencepost.attempt': 0 });
  });
});
