import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkProgram } from '@fencepost/check';
import { afterAll, describe, expect, it } from 'vitest';
import { canCompile, compile } from '@fencepost/testing/compiled';

const examples = resolve(import.meta.dirname, '../../../../examples/rust');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-rust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasRust = spawnSync('rustc', ['--version']).status === 0;

describe.skipIf(!canCompile)('Rust', { timeout: 120_000 }, () => {
  it('without its library, compiled before', async () => {
    const program = await compile(join(examples, 'message.ll'));
    const [sc, rc11] = checkProgram(program, { models: ['sc', 'rc11'] });
    expect(sc).toMatchObject({ verdict: 'safe', executions: 2 });
    expect(rc11).toMatchObject({ verdict: 'failing' });
    expect(rc11!.failures[0]).toMatchObject({ message: 'panicked', site: { line: 33 } });
  });

  it.skipIf(!hasRust)('with its library', async () => {
    const flags = ['-g', '-C', 'panic=abort', '-C', 'lto=fat', '-C', 'opt-level=0', '--emit=llvm-ir,link'];
    execFileSync('rustc', [...flags, '--out-dir', folder, join(examples, 'counter.rs')], { stdio: 'pipe' });
    const [check] = checkProgram(await compile(join(folder, 'counter.ll')), { models: ['sc'], all: true });
    expect(check).toMatchObject({ verdict: 'failing', executions: 4, incomplete: null });
    expect(check!.failures).toMatchObject([
      { message: 'panicked: assertion `left == right` failed, left: 1, right: 2', site: { line: 17 } },
    ]);
  });
});
