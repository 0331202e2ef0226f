import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { NODES, nodeOf, pack, projectWith, run } from './installed.js';

// The server of the package, with the SDK installed beside it: a client of the same SDK, on the same version of Node.

const home = join(import.meta.dirname, '../..');
const SDK = '@modelcontextprotocol/sdk';
const COMMAND = join('node_modules', 'fencepost', 'bin', 'fencepost.js');
/** The oldest that the package accepts, and the newest. */
const SDKS = ['1.26.0', '1.32.2'] as const;

const projects = new Map<string, string>();
let without = '';
beforeAll(async () => {
  const { tarball } = await pack();
  for (const version of SDKS) projects.set(version, await projectWith(tarball, undefined, { [SDK]: version }));
  without = await projectWith(tarball);
  for (const folder of projects.values()) {
    await cp(join(home, 'examples/typescript/message.check.ts'), join(folder, 'message.check.ts'));
    await cp(join(home, 'examples/litmus/SB.litmus'), join(folder, 'SB.litmus'));
    await cp(join(home, 'test/fixtures/mcp-session.mjs'), join(folder, 'mcp-session.mjs'));
  }
}, 2 * INSTALL_TIMEOUT);

interface Told {
  readonly node: string;
  readonly tools: readonly string[];
  readonly called: readonly Readonly<Record<string, unknown>>[];
  readonly unknown: string;
  readonly childrenBefore: number;
  readonly cancelled: string;
  readonly cancelledMs: number;
  readonly after: string;
}

const like = (pattern: RegExp): string => expect.stringMatching(pattern) as string;

describe.each(NODES)('on Node %s', { timeout: 180_000 }, (version) => {
  it.each(version === NODES[0] ? SDKS : SDKS.slice(-1))('serves a client of SDK %s', async (sdk) => {
    const node = await nodeOf(version);
    const { code, out } = await run(projects.get(sdk)!, node, ['mcp-session.mjs', COMMAND]);
    expect({ code, out }).toEqual({ code: 0, out: like(/^\{.*\}\n$/) });
    const { called, cancelledMs, ...told } = JSON.parse(out) as Told;
    expect(called).toMatchObject([
      { name: 'check', verdict: 'failed', text: like(/^failed message\.check\.ts:\d+ assertion: /) },
      { name: 'explain', verdict: 'failed', text: like(/Not possible under SC:/) },
      { name: 'replay', verdict: 'failed', text: like(/^message\.check\.ts: /) },
      { name: 'fix', verdict: 'safe', written: true, source: like(/Atomics\.store\(memory, 0, 1\)/) },
      { name: 'linearizable', verdict: 'safe within bounds', text: like(/2 calls/) },
      { name: 'litmus', verdict: 'answered', text: like(/sc +forbidden[^]*tso +allowed/) },
      { name: 'ask_model', verdict: 'answered', text: like(/^TSO: /) },
      { name: 'check', verdict: 'refused', isError: true, text: like(/outside the root/) },
      { name: 'ask_model', verdict: 'answered' },
    ]);
    expect(new Set(called.map(({ name }) => name))).toEqual(new Set(told.tools));
    expect(told).toEqual({
      ...{ node: `v${version}`, tools: expect.any(Array) as string[], unknown: like(/there is no tool 'format_disk'/) },
      ...{ childrenBefore: 1, cancelled: like(/enough/), after: 'answered' },
    });
    expect(cancelledMs).toBeLessThan(2000);
  });

  it('says how to install the SDK', async () => {
    const { code, out } = await run(without, await nodeOf(version), [COMMAND, 'mcp']);
    expect({ code, out }).toEqual({
      code: 2,
      out: like(/\n {2}hint: npm install --save-dev @modelcontextprotocol\/sdk\n$/),
    });
  });
});
