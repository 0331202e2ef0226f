import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { Attacks, BAD, DENIED, HUGE } from './attacks.js';
import { PATIENCE } from './cluster.js';
import { hasPostgres } from '@fencepost/testing/postgres';

interface Pulse {
  readonly id: string;
  readonly host: string;
  readonly threads: number | null;
  readonly idle: number | null;
}

describe.skipIf(!hasPostgres)('attacks on a cluster', { timeout: PATIENCE }, () => {
  const attacks = new Attacks();
  beforeAll(() => attacks.begin(), INSTALL_TIMEOUT + PATIENCE);
  afterEach(() => attacks.afterEach());
  afterAll(() => attacks.end());

  describe('of an agent', () => {
    const pulse = (
      run: string | null,
      { id = randomUUID(), host = 'x', threads = 1, idle = 0 }: Partial<Pulse> = {},
      user = 'mallory',
    ): Promise<unknown> =>
      attacks.ask(user, 'select fencepost.pulse($1, $2, $3, $4, $5, $6, null, null) as pulse', [
        ...[run, id, host, attacks.build, threads, idle],
      ]);

    test.each([
      [HUGE, HUGE],
      [-HUGE, -HUGE],
      [null, null],
      // As many as the database can just add up.
      [Math.floor(HUGE / 4), 0],
      [1, HUGE],
    ])('a number of threads that is %s, of which %s are idle', async (threads, idle) => {
      const run = await attacks.submit();
      for (let i = 0; i < 3; i++) await pulse(run, { threads, idle });
      const [{ pulse: heard }] = (await pulse(run, { threads: 2, idle: 1 }, 'honest')) as [
        { pulse: Record<string, number> },
      ];
      expect(heard).toMatchObject({ status: 'running' });
      expect(heard['threads']).toBeGreaterThanOrEqual(2);
      expect(heard['threads']).toBeLessThan(1_000_001);
      expect(heard['idle']).toBeLessThanOrEqual(heard['threads']!);
      expect(await attacks.work()).toBe(0);
      expect(await attacks.honest.status(run)).toBe('done');
      expect((await attacks.reader.commands.run(['cluster', 'status', run])).code).toBe(0);
    });

    test('names that are long, and agents without end', async () => {
      const run = await attacks.submit();
      await pulse(run, { host: 'x'.repeat(10_000_000) });
      const [long] = await attacks.server.ask('select max(octet_length(host)) as most from fencepost.agent');
      expect(long!['most']).toBeLessThan(2000);
      const many = `select count(fencepost.pulse($1, gen_random_uuid(), 'x', 'x', 1, 0, null, null)) from generate_series(1, 2100)`;
      await attacks.ask('mallory', many, [run]);
      const [rows] = await attacks.server.ask(
        "select count(*)::int as all from fencepost.agent where holder = 'mallory'",
      );
      expect(rows!['all']).toBe(2000);
      expect(await pulse(run, {}, 'honest')).toMatchObject([{ pulse: { status: 'running' } }]);
      await attacks.stop(run);
    });

    test('the name of another agent, or of a run that is not there', async () => {
      const [run, id] = [await attacks.submit(), randomUUID()];
      await pulse(run, { id, threads: 7 }, 'honest');
      await pulse(run, { id, threads: 7, idle: 7 }, 'mallory');
      const of = 'select threads, idle from fencepost.agent where id = $1';
      expect(await attacks.server.ask(of, [id])).toEqual([{ threads: 7, idle: 0 }]);
      const other = randomUUID();
      for (const gone of [randomUUID(), null]) {
        expect(await pulse(gone, { id: other })).toMatchObject([{ pulse: { status: 'stopped' } }]);
      }
      expect(await attacks.server.ask(of, [other])).toEqual([]);
      await attacks.stop(run);
    });

    test('lists of other lengths', async () => {
      const run = await attacks.submit();
      const { id, attempt } = await attacks.taken(run, 'honest');
      const before = await attacks.stateOf(run);
      const lists = ['null, null', `array[$2::uuid], '{}'`, `array[$2::uuid], array[[$3::int], [1]]`, `'{}', array[1]`];
      for (const given of lists) {
        // Names its parameters, whether they are used or not.
        const about = `select fencepost.pulse($1, gen_random_uuid(), 'x', 'x', 1, 0, ${given}), $2::uuid, $3::int`;
        expect(await attacks.ask('mallory', about, [run, id, attempt])).toHaveLength(1);
        const release = `select fencepost.release($1, '${attacks.build}', null, ${given}), $2::uuid, $3::int`;
        expect(await attacks.ask('mallory', release, [run, id, attempt])).toEqual([]);
      }
      expect(await attacks.stateOf(run)).toEqual(before);
      await attacks.stop(run);
    });

    test('a number of jobs that is negative, none or too large', async () => {
      const run = await attacks.submit();
      for (const most of [-1, null, 0]) {
        expect(
          await attacks.ask('mallory', 'select job from fencepost.take($1, $2, null, $3)', [run, attacks.build, most]),
        ).toEqual([]);
      }
      expect(
        await attacks.ask('mallory', 'select 1 from fencepost.take($1, $2, null, $3)', [run, attacks.build, HUGE]),
      ).toHaveLength(1);
      await attacks.stop(run);
    });

    test('invented results are not counted as refused', async () => {
      const refused = async (run: string): Promise<unknown> =>
        (await attacks.server.ask('select refused from fencepost.run where id = $1', [run]))[0]!['refused'];
      const release = 'select fencepost.release($1, $2, $3, $4, $5)';
      const [done, run] = [await attacks.over(), await attacks.submit()];
      const { id, attempt } = await attacks.taken(run, 'honest');
      for (const about of [run, done]) {
        const made = Array.from({ length: 1000 }, () => randomUUID());
        await attacks.ask('mallory', release, [about, 'x', 'x', made, made.map(() => 0)]);
        await attacks.ask('mallory', release, [about, 'x', 'x', null, null]);
        // A job of another agent.
        await attacks.ask('mallory', release, [about, 'x', 'x', [id], [attempt]]);
        expect(await refused(about)).toBe(0);
      }
      const own = await attacks.submit();
      const job = await attacks.taken(own);
      for (let i = 0; i < 10; i++)
        await attacks.ask('mallory', release, [own, 'x', 'x', [job.id, job.id], [job.attempt, job.attempt]]);
      expect(await refused(own)).toBe(1);
      await attacks.stop(run);
      await attacks.stop(own);
    });

    test.each([
      ['no description', null],
      ['nothing', {}],
      ['a list', []],
      ['a program that is not there', { program: 99, model: 'sc', epoch: 0, path: '' }],
      ['a program that is no number', { program: 'x', model: 'sc', epoch: 0, path: '' }],
      ['a model that was not requested', { program: 0, model: 'x', epoch: 0, path: '' }],
      ['an epoch that is no number', { program: 0, model: 'sc', epoch: 'x', path: '' }],
      ['an epoch that is too large', { program: 0, model: 'sc', epoch: 1e300, path: '' }],
      ['no path', { program: 0, model: 'sc', epoch: 0 }],
      ['a path of several lines', { program: 0, model: 'sc', epoch: 0, path: '\nx' }],
      ['a size that is no number', { program: 0, model: 'sc', epoch: 0, path: '', size: 'x' }],
      ['more than that', { program: 0, model: 'sc', epoch: 0, path: '', more: 'x'.repeat(1_000_000) }],
    ])('invalid jobs: %s', async (_, data) => {
      const run = await attacks.submit();
      await attacks.released(run);
      const add = 'select fencepost.add_jobs($1, array[gen_random_uuid()], array[$2::jsonb], array[null::bytea])';
      expect(await attacks.ask('mallory', add, [run, data === null ? null : JSON.stringify(data)])).toBe(BAD);
      await attacks.stop(run);
    });

    test('a run that is over does not change any more', async () => {
      const run = await attacks.over();
      const [job] = await attacks.server.ask('select job from fencepost.frontier where run = $1 limit 1', [run]);
      expect(job).toBeDefined();
      const before = await attacks.stateOf(run);
      const data = JSON.stringify({ program: 0, model: 'tso', epoch: 0, path: '' });
      const attempts: [string, unknown[]][] = [
        ['select fencepost.add_jobs($1, array[gen_random_uuid()], array[$2::jsonb], array[null::bytea])', [run, data]],
        [`insert into fencepost.finding values ($1, 0, 'tso', 0, 'failure', 'forged', '', 0, '"[]"')`, [run]],
        [`update fencepost.finding set path = '', seq = -1 where run = $1`, [run]],
        [`insert into fencepost.search values ($1, 0, 'sc', 0, '')`, [run]],
        [`update fencepost.search set bound = '' where run = $1`, [run]],
        ['update fencepost.program set epoch = 7 where run = $1', [run]],
        [`select fencepost.keep_rest($1, 'x')`, [job!['job']]],
        ['select fencepost.forget(array[$1::uuid])', [job!['job']]],
        ['select fencepost.fail($1, $2, 0, $3)', [run, job!['job'], 'x']],
        [`select fencepost.end_with_error($1, '{}')`, [run]],
        ['select fencepost.settle_run($1)', [run]],
        ['select fencepost.supervise($1)', [run]],
      ];
      for (const [text, values] of attempts) await attacks.ask('mallory', text, values);
      expect(await attacks.stateOf(run)).toEqual(before);
    });

    test('a job is not forgotten while it is in the queue', async () => {
      const run = await attacks.submit();
      const { id } = await attacks.taken(run);
      await attacks.ask('mallory', 'select fencepost.forget(array[$1::uuid])', [id]);
      await attacks.ask('mallory', "select fencepost.keep_rest($1, 'x')", [id]);
      expect(await attacks.server.ask('select rest from fencepost.frontier where job = $1', [id])).toEqual([
        { rest: null },
      ]);
      await attacks.stop(run);
    });

    test.each([
      ['of another program', { program: 1 }, DENIED],
      ['of another model', { model: "'tso'" }, DENIED],
      ['of another epoch', { epoch: 1 }, DENIED],
      ['of another part', { path: "'zz'" }, DENIED],
      ['fewer than none', { executions: -5 }, '23514'],
      ['fewer children than none', { kids: -1 }, '23514'],
      ['children without end', { kids: HUGE }, '23514'],
      ['tests that are none', { tests: `'"x"'` }, '23514'],
      ['seeds that are no number', { tests: `'{"seeds": "x"}'` }, '23514'],
      ['failures that are no text', { failures: `'{"a": 1}'` }, '23514'],
      ['the name of an agent without end', { agent: "repeat('x', 1000000)" }, '23514'],
    ])('a result %s', async (_, column, code) => {
      const run = await attacks.submit();
      const job = await attacks.released(run);
      const row = { program: 0, model: "'sc'", epoch: 0, path: "''", attempt: job.attempt, agent: "'x'", ...column };
      const add = `insert into fencepost.result (job, run, ${Object.keys(row).join(', ')})
        values ($1, $2, ${Object.values(row).join(', ')})`;
      expect(await attacks.ask('mallory', add, [job.id, run])).toBe(code);
      await attacks.stop(run);
    });

    test.each([
      ['no JSON', '"not JSON"'],
      ['null', 'null'],
      ['a number', '5'],
      ['a message that is none', JSON.stringify(JSON.stringify({ code: 'CLUSTER', message: 5 }))],
      ['a code that is none', JSON.stringify(JSON.stringify({ code: 'x\ny', message: 'x' }))],
      ['a place that is none', JSON.stringify(JSON.stringify({ code: 'CLUSTER', message: 'x', site: 7 }))],
      ['ten megabytes', JSON.stringify(JSON.stringify({ code: 'CLUSTER', message: 'x'.repeat(10_000_000) }))],
    ])('a run that ends with an error that is %s', async (_, reason) => {
      const run = await attacks.submit();
      await attacks.taken(run);
      await attacks.ask('mallory', 'select fencepost.end_with_error($1, $2)', [run, reason]);
      for (const args of [['history'], ['status', run], ['status', run, '--format', 'json'], ['report', run]]) {
        const { code, out, err } = await attacks.reader.commands.run(['cluster', ...args]);
        expect(err, args.join(' ')).not.toContain('internal error');
        expect(out.length + err.length).toBeLessThan(200_000);
        if (args[0] !== 'report') expect(code, args.join(' ')).toBe(0);
      }
      await attacks.stop(run);
    });

    test('a reason that is long', async () => {
      const run = await attacks.submit();
      const { id, attempt } = await attacks.taken(run);
      await attacks.server.ask('update fencepost_jobs.job set retry_limit = 0 where id = $1', [id]);
      await attacks.ask('mallory', 'select fencepost.fail($1, $2, $3, $4)', [run, id, attempt, 'x'.repeat(10_000_000)]);
      const { out } = await attacks.reader.commands.run(['cluster', 'status', run]);
      expect(out).toContain('lost: job');
      expect(out.length).toBeLessThan(20_000);
      await attacks.stop(run);
    });

    const bomb = deflateRawSync(Buffer.alloc(600 << 20, 32));
    test.each([
      ['a version at its end', `update fencepost.program set version = ${HUGE} where run = $1`],
      ['an epoch at its end', `update fencepost.program set epoch = ${HUGE} where run = $1`],
      [
        'knowledge that is none',
        `update fencepost.program set knowledge = '{"tooDeep": 7}', version = version + 1 where run = $1`,
      ],
      [
        'knowledge of another shape',
        `update fencepost.program set knowledge = '{"program": {"x": 1}, "tooDeep": [7, "x"]}', version = version + 1 where run = $1`,
      ],
      [
        'knowledge that is a text',
        `update fencepost.program set knowledge = '"x"', version = version + 1 where run = $1`,
      ],
    ])('%s does not end other agents', async (_, text) => {
      const run = await attacks.alice.commands.submit('examples/c/message.c', '--model', 'rc11', '--all');
      const job = await attacks.taken(run);
      await attacks.ask('mallory', text, [run]);
      await attacks.ask('mallory', 'select fencepost.fail($1, $2, $3, $4)', [run, job.id, job.attempt, 'x']);
      const next = await attacks.submit();
      expect([0, 3]).toContain(await attacks.work());
      expect(await attacks.honest.status(next)).toBe('done');
      await attacks.stop(run);
    });

    test('a part that cannot be unpacked does not end other agents', async () => {
      const run = await attacks.submit();
      await attacks.released(run);
      const data = JSON.stringify({ program: 0, model: 'sc', epoch: 0, path: '' });
      const add = 'select fencepost.add_jobs($1, array[gen_random_uuid()], array[$2::jsonb], array[$3::bytea])';
      for (const bytes of [bomb, Buffer.from('x'), deflateRawSync('5'), deflateRawSync('[{"x":1}]')]) {
        expect(await attacks.ask('mallory', add, [run, data, bytes])).toHaveLength(1);
      }
      const next = await attacks.submit();
      await attacks.work();
      expect(await attacks.honest.status(next)).toBe('done');
      expect(await attacks.honest.status(run)).toBe('incomplete');
    });

    test('a ledger that cannot be read is reported', async () => {
      const rows = [
        `insert into fencepost.finding values ($1, 0, 'sc', 0, 'failure', 'x', '', 1, '"no JSON"')`,
        `insert into fencepost.finding values ($1, 0, 'sc', 0, 'failure', 'x', '', 1, '"[\\"x\\", 5]"')`,
        `update fencepost.program set knowledge = '7' where run = $1`,
      ];
      for (const text of rows) {
        const run = await attacks.submit();
        const job = await attacks.released(run);
        await attacks.ask('mallory', text, [run]);
        const add = `insert into fencepost.result (job, run, program, model, epoch, path, attempt, agent) values ($1, $2, 0, 'sc', 0, '', $3, 'x')`;
        expect(await attacks.ask('mallory', add, [job.id, run, job.attempt])).toEqual([]);
        await attacks.ask('mallory', 'select fencepost.settle_run($1)', [run]);
        expect(await attacks.honest.status(run)).toBe('done');
        const { err, code } = await attacks.reader.commands.run(['cluster', 'report', run]);
        expect(err, text).not.toContain('internal error');
        expect(code).toBeLessThan(4);
      }
    });
  });

  test('and no honest agent has met a bug', () => {
    expect(attacks.honest.commands.said).not.toContain('internal error');
  });
});
