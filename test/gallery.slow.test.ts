import { rm } from 'node:fs/promises';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Harnesses } from './gallery.js';
import { installHarnesses, reportOf, shownReports } from './gallery.js';

// `npm run tables -- gallery` writes the reports.

vi.setConfig({ testTimeout: 300_000 });

let harnesses: Harnesses | undefined;
beforeAll(async () => {
  harnesses = await installHarnesses();
}, INSTALL_TIMEOUT);
afterAll(() => rm(harnesses!.folder, { recursive: true, force: true }));

const withoutTimes = (text: string): string => text.replaceAll(/\d[\d.]* m?s\b/g, 'T');

test.each(shownReports())('$command', async ({ command, report }) => {
  expect(withoutTimes(await reportOf(command, harnesses!))).toBe(withoutTimes(report));
});
