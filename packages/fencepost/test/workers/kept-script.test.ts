import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptScript } from '../../src/workers/kept-script.js';

const TEXT = `(function (exports) {
  exports.work = function (name) { return { a: () => 'a'.repeat(2), b: () => [...'bb'].join('') }[name](); };
})`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-kept-'));
  vi.stubEnv('FENCEPOST_CACHE', folder);
  writeFileSync(join(folder, 'script.cjs'), TEXT);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Runs the script like a check that takes so long, and returns whether its code was kept. */
function keepsAfter(milliseconds: number): boolean {
  const code = join(folder, 'code');
  const read = (): string | undefined => {
    if (!existsSync(code)) return undefined;
    // The name has a suffix if the tests run with options of Node.
    const [name] = readdirSync(code);
    return readFileSync(join(code, name!), 'latin1');
  };
  const before = read();
  const script = new KeptScript(join(folder, 'script.cjs'), 'test');
  const exports = script.run(() => Promise.reject(new Error('imports'))) as { work(name: string): string };
  expect(exports.work(milliseconds < 1000 ? 'a' : 'b')).toHaveLength(2);
  script.keep(milliseconds);
  return read() !== before;
}

describe('code of a script', () => {
  it('is kept once by checks that take about as long', () => {
    expect([10, 10, 90, 5].map(keepsAfter)).toEqual([true, false, false, false]);
  });

  it('is kept again after a check that takes much longer', () => {
    expect([10, 150, 400, 700, 10].map(keepsAfter)).toEqual([true, true, false, true, false]);
  });

  it('is replaced if it comes from a very long check, which may have lost some', () => {
    expect([20_000, 50, 200, 300].map(keepsAfter)).toEqual([true, false, true, false]);
  });
});
