import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport, Report } from 'fencepost';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import type { Said } from './fixtures/attacks/expectations.js';
import { ATTACKS } from './fixtures/attacks/expectations.js';

// Checks of JavaScript and TypeScript that try to bring about a wrong verdict, each with what must be said of it.

const MODELS = ['sc', 'tso', 'pso', 'arm64'];
const FOLDER = join(import.meta.dirname, 'fixtures', 'attacks');
const state = mkdtempSync(join(tmpdir(), 'fencepost-attacks-'));
beforeEach(() => {
  vi.stubEnv('FENCEPOST_STATE', state);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => {
  rmSync(state, { recursive: true });
});

/** What a check must say and does not; empty if it says it. */
function difference(said: Said, { program, model, verdict, robust, failures }: CheckReport): string[] {
  const expected = typeof said === 'string' ? said : said[MODELS.indexOf(model)]!;
  const found = verdict === 'safe' && robust === false ? 'not robust' : verdict;
  const told = failures.map(({ kind, message }) => `${kind}: ${message}`);
  const [kind, part = ''] = expected.split(': ') as [string, string?];
  const right =
    found === 'failing' ? told.every((line) => line.startsWith(`${kind}: `) && line.includes(part)) : found === kind;
  return right ? [] : [`${program} (${model}) is ${[found, ...told].join('; ')}, not ${expected}`];
}

describe('attacks on checks of JavaScript', { timeout: 300_000 }, () => {
  it.each(Object.entries(ATTACKS))('%s', async (file, expected) => {
    const { out, err } = await fencepost(['check', join(FOLDER, file), '--all', '--format', 'json']);
    if (typeof expected === 'string') {
      expect(err).toContain(`[${expected}]`);
      return;
    }
    const { checks } = JSON.parse(out) as Report;
    expect([...new Set(checks.map(({ program }) => program))].sort()).toEqual(Object.keys(expected).sort());
    expect(checks.flatMap((check) => difference(expected[check.program]!, check))).toEqual([]);
  });
});
