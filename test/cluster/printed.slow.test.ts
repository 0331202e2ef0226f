import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

const GOOD = ['examples/litmus/SB.litmus', '--model', 'sc'];

describe.skipIf(!hasPostgres || !canCompile)(
  'values of the database that commands print',
  { timeout: PATIENCE },
  () => {
    let server: Server;
    let cluster: Cluster;
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-printed-'));

    beforeAll(async () => {
      server = new Server();
      await server.start();
      cluster = new Cluster(await newerNode(), server, server.url, 1);
      expect((await cluster.commands.run(['cluster', 'init'])).err).toBe('');
    }, INSTALL_TIMEOUT + PATIENCE);

    afterAll(async () => {
      await cluster.commands.killAll();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('nothing in the database steers a terminal, or begins a line of output', async () => {
      // What names and messages have in them.
      const evil = 'x\nFORGED\rFORGED\u001b]0;mine\u0007\u0085FORGED\u2028FORGED\u202e';
      // A report indents the lines of a message, as that of `check` does.
      const plain = (lines: string, isReport = false): void => {
        expect(lines).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
        expect(lines).not.toMatch(isReport ? /^FORGED/m : /^\s*FORGED/m);
      };
      const { commands } = cluster;
      const names = /commands are ([\w, ]+)/.exec((await commands.run(['cluster', 'x'])).err)![1]!.split(', ');
      const [running, wrong, lost] = [
        await commands.submit(...GOOD),
        await commands.submit(...GOOD),
        await commands.submit(...GOOD),
      ];
      const done = await commands.submit('examples/c/queue.c', '--all', '--model', 'rc11');
      const tests = await commands.submitTests('examples/c/message.c', '--seeds', '1-3', '--all');
      await server.ask("update fencepost.run set status = 'stopped' where id = any($1)", [[running, wrong, lost]]);
      const first = commands.agent({ args: ['--jobs', '2', '--until-idle'] });
      await new Promise((resolve) => first.once('exit', resolve));
      expect([await cluster.status(done), await cluster.status(tests)]).toEqual(['done', 'done']);
      const error = { code: 'CLUSTER', message: evil, hint: evil, site: { file: evil, line: 1 } };
      const writes: [string, unknown[]][] = [
        ['update fencepost.run set source = $1, runtime = $1', [evil]],
        ['update fencepost.program set name = $1', [evil]],
        ["update fencepost.run set status = 'running' where id = $1", [running]],
        ['update fencepost.run set build = $1 where id = $2', [evil, lost]],
        [
          "update fencepost.run set status = 'error', error = $1 where id = $2",
          [JSON.stringify(JSON.stringify(error)), wrong],
        ],
        ["update fencepost.run set status = 'incomplete' where id = $1", [lost]],
        [
          "update fencepost_jobs.job set state = 'failed', output = $1, data = data || $2 where name = $3",
          [JSON.stringify({ message: evil }), JSON.stringify({ path: evil, model: evil }), `run-${lost}`],
        ],
        ['update fencepost.result set unordered = $1', [evil]],
        // Messages, places and names of what was found.
        [
          `update fencepost.result set failures = to_jsonb(regexp_replace(failures #>> '{}', '[a-z]{4,} ', $1, 'g')),
          races = to_jsonb(regexp_replace(races #>> '{}', 'queue', $1, 'g')) where run = $2`,
          [JSON.stringify(evil).slice(1, -1), done],
        ],
        [
          `update fencepost.finding set part = to_jsonb(regexp_replace(part #>> '{}', '[a-z]{4,} ', $1, 'g')) where run = any($2)`,
          [JSON.stringify(evil).slice(1, -1), [done, tests]],
        ],
      ];
      for (const [text, values] of writes) {
        await server.ask(
          `alter table fencepost.result disable trigger user; alter table fencepost.finding disable trigger user`,
        );
        await server.ask(text, values);
      }
      await server.ask(
        `alter table fencepost.result enable trigger user; alter table fencepost.finding enable trigger user`,
      );
      const html = join(folder, 'status.html');
      const asked = [
        ['init'],
        ['history'],
        ...[running, wrong, lost, done, tests].flatMap((run) => [
          ['status', run],
          ['status', run, '--format', 'json'],
          ['status', run, '--format', 'html', '--report', `html=${html}`],
          ['report', run],
          ['report', run, '--format', 'json'],
        ]),
        ['submit', ...GOOD],
        ['test', 'examples/c/message.c', '--seeds', '1-2'],
        ['work', '--jobs', '1', '--until-idle'],
        ['stop', lost],
        ['resume', lost],
        ['stop', lost],
        ['prune', lost],
      ];
      expect([...new Set(asked.map(([name]) => name))].toSorted()).toEqual(names.toSorted());
      for (const args of asked) {
        const { out, err } = await commands.run(['cluster', ...args]);
        expect(err, args.join(' ')).not.toContain('internal error');
        expect(out + err, args.join(' ')).not.toBe('');
        expect(
          () => plain(out + err, [done, tests].includes(args[1]!) && args[0] === 'report'),
          args.join(' '),
        ).not.toThrow();
      }
      plain(readFileSync(html, 'utf8').replaceAll('\n', ' '));
    });
  },
);
