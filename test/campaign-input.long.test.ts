import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mistake } from '../campaigns/input/campaign.js';
import { inputCampaign } from '../campaigns/input/campaign.js';
import { canCompile } from '@fencepost/testing/compiled';

// The built command on bad inputs, made of good ones; `npm run campaign -- input` is for more of them.

test('300 bad inputs neither hang nor break anything', { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-input-'));
  const mistakes: Omit<Mistake, 'bytes'>[] = [];
  const tally = await inputCampaign({
    ...{ root: join(import.meta.dirname, '..'), folder, each: 30, seed: 1, canCompile },
    onMistake: ({ kind, seed, how, what }) => mistakes.push({ kind, seed, how, what }),
  });
  rmSync(folder, { recursive: true, force: true });
  expect(mistakes).toEqual([]);
  // Not all of them are refused at the first look.
  for (const kind of ['litmus', 'recording', 'configuration', 'schedule']) {
    const { codes } = tally.get(kind)!;
    expect(codes.get('2')).toBeGreaterThan(20);
    expect((codes.get('0') ?? 0) + (codes.get('1') ?? 0)).toBeGreaterThan(0);
  }
});
