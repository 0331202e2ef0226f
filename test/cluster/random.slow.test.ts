import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { C } from '../../campaigns/c/batch.js';
import { programOf } from '../../campaigns/campaign.js';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { digest, newerNode } from './agents.js';
import { Cluster, PATIENCE, RUNS } from './cluster.js';
import { Server, hasPostgres } from '@fencepost/testing/postgres';

const PROGRAMS = RUNS > 0 ? 50 : 3;
const FIRST_SEED = 1700;
const OPTIONS = ['--all', '--unroll', '8', '--', '-w'];

test.skipIf(!hasPostgres || !canCompile)(
  'random programs in C, while agents are killed: a cluster finds the same as one process',
  { timeout: INSTALL_TIMEOUT + 4 * PATIENCE },
  async () => {
    const node = await newerNode();
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-random-'));
    const server = new Server();
    await server.start();
    const cluster = new Cluster(node, server, server.url, FIRST_SEED);
    const { commands } = cluster;
    try {
      expect((await commands.run(['cluster', 'init'])).err).toBe('');
      const runs = new Map<string, string>();
      for (let i = 0; i < PROGRAMS; i++) {
        const file = join(folder, `program${i}.c`);
        writeFileSync(file, C.text(programOf(C, FIRST_SEED + i)));
        runs.set(await commands.submit(file, ...OPTIONS), file);
      }
      const meanwhile = cluster.killing(PROGRAMS, 500, 4000);
      for (const run of runs.keys()) await cluster.until(run, 'done', meanwhile);
      let executions = 0;
      for (const [run, file] of runs) {
        const { out } = await fencepost(['check', file, '--format', 'json', ...OPTIONS]);
        const alone = digest(out);
        expect(await cluster.report(run), file).toBe(alone);
        for (const each of JSON.parse(alone) as { executions: number }[]) executions += each.executions;
      }
      if (RUNS > 0)
        console.log(`${PROGRAMS} programs, ${executions} executions, ${cluster.kills} agents killed: 0 differences`);
    } finally {
      await commands.killAll();
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
);
