import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { Attacks, BAD, DENIED, GOOD } from './attacks.js';
import { PATIENCE } from './cluster.js';
import { hasPostgres } from '@fencepost/testing/postgres';

describe.skipIf(!hasPostgres)('attacks on a cluster', { timeout: PATIENCE }, () => {
  const attacks = new Attacks();
  beforeAll(() => attacks.begin(), INSTALL_TIMEOUT + PATIENCE);
  afterEach(() => attacks.afterEach());
  afterAll(() => attacks.end());

  describe('of a submitter', () => {
    const SEARCH = { program: 0, model: 'sc', all: true, races: false, unordered: null };
    const bytes = deflateRawSync('{}');

    const submitRun = (over: Record<string, unknown>, user = 'eve'): Promise<unknown> => {
      const given = {
        ...{
          id: randomUUID() as unknown,
          policy: 'all',
          build: attacks.build,
          runtime: null,
          source: 'x',
          bytes: bytes as unknown,
        },
        ...{ searches: [SEARCH] as unknown, programs: ['p'] as unknown, ...over },
      };
      return attacks.ask(user, 'select fencepost.submit_run($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[given.id, given.policy, given.build, given.runtime, given.source, given.bytes],
        ...[given.searches === null ? null : JSON.stringify(given.searches), given.programs],
      ]);
    };

    test.each<[string, Record<string, unknown>]>([
      ['no searches', { searches: [] }],
      ['searches that are none', { searches: null }],
      ['searches that are no list', { searches: {} }],
      ['searches that are a number', { searches: 5 }],
      ['a search that is none', { searches: [null] }],
      ['a search of a program that is not there', { searches: [{ ...SEARCH, program: 1 }] }],
      ['a search of a program below zero', { searches: [{ ...SEARCH, program: -1 }] }],
      ['a search of half a program', { searches: [{ ...SEARCH, program: 0.5 }] }],
      ['a search of a program without end', { searches: [{ ...SEARCH, program: 1e300 }] }],
      ['a search without a model', { searches: [{ ...SEARCH, model: 5 }] }],
      ['a model of several lines', { searches: [{ ...SEARCH, model: 'sc\nx' }] }],
      ['a search twice', { searches: [SEARCH, SEARCH] }],
      ['a question that is none', { searches: [{ ...SEARCH, unordered: 5 }] }],
      ['a search without all', { searches: [{ program: 0, model: 'sc' }] }],
      ['seeds that are none', { searches: [{ ...SEARCH, seeds: 'x' }] }],
      ['seeds without end', { searches: [{ ...SEARCH, seeds: [1, 1e300] }] }],
      ['seeds below zero', { searches: [{ ...SEARCH, seeds: [-5, 1] }] }],
      ['seeds backwards', { searches: [{ ...SEARCH, seeds: [5, 1] }] }],
      ['more than a search is', { searches: [{ ...SEARCH, more: 'x'.repeat(1_000_000) }] }],
      ['no programs', { programs: [] }],
      ['programs that are none', { programs: null }],
      ['a program without a name', { programs: [null] }],
      ['the name of a program without end', { programs: ['x'.repeat(1_000_000)] }],
      ['a source without end', { source: 'x'.repeat(1_000_000) }],
      ['a build without end', { build: 'x'.repeat(1_000_000) }],
      ['a runtime without end', { runtime: 'x'.repeat(1_000_000) }],
      ['no bytes', { bytes: null }],
      ['no policy', { policy: null }],
      ['no source', { source: null }],
    ])('a run with %s is refused', async (_, wrong) => {
      expect(await submitRun(wrong)).toBe(BAD);
      expect(await attacks.server.ask("select 1 from fencepost.run where owner = 'eve'")).toEqual([]);
    });

    test('a run like others is not refused, except for its id', async () => {
      const id = randomUUID();
      expect(await submitRun({ id })).toHaveLength(1);
      expect(await submitRun({ id })).toBe('23505');
      await attacks.stop(id);
    });

    test('an unknown model ends no agent', async () => {
      const id = randomUUID();
      expect(await submitRun({ id, searches: [{ ...SEARCH, model: 'zzz' }] })).toHaveLength(1);
      const next = await attacks.submit();
      expect([0, 3]).toContain(await attacks.work());
      expect(await attacks.honest.status(next)).toBe('done');
      await attacks.stop(id);
    });

    test('an invalid status', async () => {
      const run = await attacks.submit();
      const before = await attacks.stateOf(run);
      for (const wanted of [null, 'done', 'running', 'stopped', 'x']) {
        expect(await attacks.ask('eve', 'select fencepost.set_status($1, $2)', [run, wanted])).toBe(DENIED);
      }
      expect(await attacks.ask('alice', 'select fencepost.set_status($1, null)', [run])).toBe(DENIED);
      expect(await attacks.ask('alice', "select fencepost.set_status(null, 'stopped')")).toBe(DENIED);
      expect(await attacks.stateOf(run)).toEqual(before);
      await attacks.stop(run);
    });

    test('a transaction that stays open delays other users only briefly, and its owner is named', async () => {
      const client = await attacks.connected('eve');
      await client.query('begin');
      await client.query('select fencepost.submit_run($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[randomUUID(), 'all', attacks.build, null, 'x', bytes, JSON.stringify([SEARCH]), ['p']],
      ]);
      const started = performance.now();
      const { code, err } = await attacks.alice.commands.run(['cluster', 'submit', ...GOOD]);
      expect(performance.now() - started).toBeLessThan(12_000);
      expect(err).toMatch(/another user.* \[CLUSTER\]/);
      expect(code).toBe(2);
      await client.end();
      await attacks.stop(await attacks.submit());
    });
  });

  describe('of a reader', () => {
    test('advisory locks block no one', async () => {
      const client = await attacks.connected('trudy');
      await client.query(
        "select pg_advisory_lock(1717171717), pg_advisory_lock(1717171718), pg_advisory_lock(hashtext('fencepost'))",
      );
      const run = await attacks.submit();
      expect((await attacks.alice.commands.run(['cluster', 'stop', run])).code).toBe(0);
      expect((await attacks.alice.commands.run(['cluster', 'resume', run])).code).toBe(0);
      expect((await attacks.alice.commands.run(['cluster', 'stop', run])).code).toBe(0);
      expect((await attacks.owner.commands.run(['cluster', 'prune', run])).err).toBe('');
      expect((await attacks.owner.commands.run(['cluster', 'init'])).err).toBe('');
      await client.end();
    });

    test('a transaction that stays open does not block submitting and working', async () => {
      const run = await attacks.submit();
      const client = await attacks.connected('trudy');
      const tables = (await attacks.server.ask(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('fencepost', 'fencepost_jobs')`,
      )) as { name: string }[];
      await client.query('begin');
      for (const { name } of tables) {
        await client.query('savepoint one');
        await client.query(`lock table ${name} in access share mode`).catch(() => client.query('rollback to one'));
      }
      for (const name of ['progress', 'bundle_of']) {
        await client.query('savepoint one');
        await client.query(`select fencepost.${name}($1)`, [run]).catch(() => client.query('rollback to one'));
      }
      const next = await attacks.submit();
      expect(await attacks.work()).toBe(0);
      expect([await attacks.honest.status(run), await attacks.honest.status(next)]).toEqual(['done', 'done']);
      // What needs the tables alone does not make others wait for long, and says why it cannot.
      const started = performance.now();
      const { code, err } = await attacks.owner.commands.run(['cluster', 'prune', run]);
      expect(performance.now() - started).toBeLessThan(12_000);
      expect(err).toMatch(/another user.* \[CLUSTER\]/);
      expect(code).toBe(2);
      await client.end();
      // What was not removed is removed the next time.
      expect((await attacks.owner.commands.run(['cluster', 'prune', run])).out).toBe(`deleted ${run}\n`);
      expect(await attacks.server.ask('select 1 from fencepost_jobs.queue where name = $1', [`run-${run}`])).toEqual(
        [],
      );
    });
  });

  test('and no honest agent has met a bug', () => {
    expect(attacks.honest.commands.said).not.toContain('internal error');
  });
});
