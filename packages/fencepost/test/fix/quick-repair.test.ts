import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_COSTS } from '@fencepost/check';
import type { RepairReport } from '@fencepost/report';
import { furtherSearch, taskFor, wantsRepair } from '../../src/cli/check/quick-repair.js';
import { repairReport } from '../../src/fix/repair-report.js';
import { canCompile, file } from '@fencepost/testing/compiled';
import { clangCandidates } from '../../../c/src/toolchain/locate.js';
import { fencepost } from '@fencepost/testing/terminal';

const SB = `X86_64 SB
{ x=0; y=0; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (y),%rax | movq (x),%rax ;
exists (0:rax=0 /\\ 1:rax=0)
`;

const MESSAGE = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int message;
atomic_int flag;
static void *send(void *unused) {
  message = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, send, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(message == 42);
  pthread_join(thread, 0);
}
`;
const linker = clangCandidates(process.env)[0]?.linker;
afterEach(() => vi.unstubAllEnvs());

const task = { models: ['tso'] } as never;

describe('a check ends with a repair', () => {
  it('that is found at once', async () => {
    const path = file('SB.litmus', SB);
    const { code, out } = await fencepost(['check', path, '--model', 'sc,tso', '--repair', 'always', '--no-config']);
    expect(code).toBe(1);
    expect(out).toContain('Fix     2 changes, compiled and checked: robust under TSO');
    expect(out).toContain('+  mfence        | mfence        ;');
  });

  it.skipIf(!canCompile)('however slow the machine is', { timeout: 60_000 }, async () => {
    const slow = file('slow-linker', `#!/bin/sh\nsleep 2\nexec ${linker!} "$@"\n`);
    chmodSync(slow, 0o755);
    vi.stubEnv('FENCEPOST_WASM_LD', slow);
    vi.stubEnv('FENCEPOST_CACHE', dirname(slow));
    const path = file('message.c', MESSAGE);
    const args = [
      'check',
      path,
      '--model',
      'rc11',
      '--no-config',
      '--format',
      'json',
      '--report',
      `sarif=${path}.sarif`,
    ];
    const { repairs } = JSON.parse((await fencepost(args)).out) as { repairs: RepairReport[] };
    expect(repairs).toMatchObject([{ goal: 'safe', cost: 1 }]);
    // But the time that there is for everything is not exceeded.
    await fencepost([...args, '--repair', 'never', '--', '-DHURRIED']);
    const hurried = await fencepost([...args, '--max-time', '2', '--', '-DHURRIED']);
    expect(JSON.parse(hurried.out)).toMatchObject({ checks: [{ verdict: 'failing' }] });
    expect((JSON.parse(hurried.out) as { repairs?: unknown[] }).repairs ?? []).toEqual([]);
  });

  it('unless it is not requested and no terminal shows it', async () => {
    const path = file('SB.litmus', SB);
    expect((await fencepost(['check', path, '--model', 'tso', '--no-config'])).out).not.toContain(
      'compiled and checked',
    );
    const asked = { repair: 'auto', format: 'text', reports: [] } as never;
    expect([wantsRepair(asked, true), wantsRepair(asked, false)]).toEqual([true, false]);
  });

  it('as a fix in SARIF, and in JSON', async () => {
    const path = file('SB.litmus', SB);
    const sarif = await fencepost([
      'check',
      path,
      '--model',
      'tso',
      '--format',
      'sarif',
      '--repair',
      'always',
      '--no-config',
    ]);
    const [result] = (JSON.parse(sarif.out) as { runs: { results: { fixes: unknown[] }[] }[] }).runs[0]!.results;
    expect(result!.fixes).toMatchObject([
      { artifactChanges: [{ replacements: [{ deletedRegion: { startLine: 4, endLine: 4 } }] }] },
    ]);
    const json = await fencepost(['check', path, '--format', 'json', '--repair', 'always', '--no-config']);
    const [repair] = (JSON.parse(json.out) as { repairs: RepairReport[] }).repairs;
    expect(repair).toMatchObject({ goal: 'robust', cost: 2, models: ['tso', 'pso'] });
  });

  it('or a hint how to search for one', () => {
    const checked = { checks: [{ source: 'a.c', replay: ['--model', 'sc', '--', '-DN=2'] }] } as never;
    expect(furtherSearch('later', checked, task)).toBe('fencepost fix a.c --model tso -- -DN=2');
    expect(furtherSearch('none', checked, task)).toBeUndefined();
  });

  it('but not where it fails under SC, or a bound was hit', () => {
    const failing = {
      model: 'tso',
      verdict: 'failing',
      robust: false,
      failures: [{ kind: 'assertion', underSc: true }],
    };
    const request = {
      search: { allowRelaxed: false, maxDepth: undefined },
      output: { costs: undefined, repair: 'auto' },
    } as never;
    expect(taskFor({ source: 'a.c', checks: [failing] } as never, request)).toBeUndefined();
    const relaxed = { model: 'tso', verdict: 'safe', robust: false, failures: [] };
    expect(taskFor({ source: 'a.c', checks: [relaxed] } as never, request)).toMatchObject({
      ...{ goal: 'robust', models: ['tso'], costs: DEFAULT_COSTS },
    });
    const allowed = { ...relaxed, allowsRelaxed: true };
    expect(taskFor({ source: 'a.c', checks: [allowed] } as never, request)).toBeUndefined();
    expect(repairReport({} as never, { outcome: 'bounded' } as never)).toBeUndefined();
  });

  it.each([
    ['full-fence=0', 'whole number'],
    ['fences=3', 'no cost'],
    ['order', 'whole number'],
  ])('refuses the costs %s', async (costs, message) => {
    const { code, err } = await fencepost(['fix', 'a.c', '--cost', costs, '--no-config']);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(message) as string });
  });
});
