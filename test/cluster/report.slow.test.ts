import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { newerNode } from './agents.js';
import { Cluster, PATIENCE } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

// A reporter that explores everything again prints the right totals. So the ledger is forged: a report must show what agents counted.

const FORGED = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-report-'));

/** Nothing is learned about it. */
const PLAIN = `import { check } from 'fencepost';
check('plain', (t) => {
  const view = new Int32Array(new SharedArrayBuffer(8));
  t.thread('a', () => { Atomics.store(view, 0, 1); return Atomics.load(view, 1); });
  t.thread('b', () => { Atomics.store(view, 1, 1); return Atomics.load(view, 0); });
});
`;

describe.skipIf(!hasPostgres || !canCompile)('a report has the counts of the agents', { timeout: PATIENCE }, () => {
  let server: Server;
  let cluster: Cluster;

  beforeAll(async () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'packages', 'fencepost'), join(folder, 'node_modules', 'fencepost'));
    writeFileSync(join(folder, 'plain.check.ts'), PLAIN);
    for (const name of ['ring.check.ts', 'ring.ts'])
      copyFileSync(join(root, 'examples', 'typescript', name), join(folder, name));
    const node = await newerNode();
    server = new Server();
    await server.start();
    cluster = new Cluster(node, server, server.url, 1);
    await cluster.commands.run(['cluster', 'init']);
    cluster.commands.agent({ args: ['--jobs', '1'], cwd: folder });
  }, INSTALL_TIMEOUT + PATIENCE);

  afterAll(async () => {
    await cluster.commands.killAll();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** The numbers of executions of a report. */
  async function executions(run: string): Promise<readonly number[]> {
    const { out, err, code } = await cluster.commands.run(['cluster', 'report', run, '--format', 'json'], {}, folder);
    expect(err).toMatch(/^(?:fencepost: explaining the findings runs the submitted JavaScript.*\n)?$/);
    expect(code!).toBeLessThanOrEqual(1);
    return (JSON.parse(out) as { checks: readonly { executions: number }[] }).checks.map((each) => each.executions);
  }

  test.each([
    ['C', [join(root, 'examples/c/queue.c'), '--all']],
    ['C, up to the first failure', [join(root, 'examples/c/message.c')]],
    ['a litmus test', [join(root, 'examples/litmus/SB.litmus'), '--all']],
    ['TypeScript, of which nothing is learned', ['plain.check.ts', '--all']],
    ['TypeScript', ['ring.check.ts', '--all']],
  ])('%s', async (_, args) => {
    const { out } = await cluster.commands.run(['cluster', 'submit', ...args], {}, folder);
    const run = out.trim();
    await cluster.until(run, 'done');
    const real = await executions(run);
    // Rows of the ledger never change; who owns the database can do without that rule.
    await server.ask(`set session_replication_role = replica;
      update fencepost.result set executions = executions + ${FORGED}
      where ctid in (select ctid from fencepost.result where run = '${run}' and not is_dropped order by path, seq limit 1)`);
    const forged = await executions(run);
    const changes = forged.map((each, i) => each - real[i]!);
    expect(changes.toSorted((a, b) => b - a)).toEqual([FORGED, ...real.slice(1).map(() => 0)]);
  });
});
