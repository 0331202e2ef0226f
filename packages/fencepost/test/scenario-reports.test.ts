import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scenarioCoverage } from '@fencepost/report';
import type { Report } from '@fencepost/report';
import { expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const EXAMPLES = path.join(import.meta.dirname, '..', '..', '..', 'examples', 'typescript');
const html = path.join(mkdtempSync(path.join(tmpdir(), 'reports-')), 'report.html');

/** What JSON has of an example, and the HTML report of the same run. */
async function reported(name: string): Promise<{ readonly report: Report; readonly page: string }> {
  const options = ['--model', 'sc', '--no-config', '--format', 'json', '--report', `html=${html}`, '--repair', 'never'];
  const { out } = await fencepost(['check', path.join(EXAMPLES, name), ...options]);
  return { report: JSON.parse(out) as Report, page: readFileSync(html, 'utf8') };
}

it('JSON and HTML say which scenarios were checked', async () => {
  const { report, page } = await reported('ring-scenarios.check.ts');
  const [check] = report.checks;
  expect(check!.scenarios).toEqual({ checked: 56, count: 56, extent: 'with at most 4 calls on 2 threads' });
  expect(scenarioCoverage(check!)).toBe('all scenarios with at most 4 calls on 2 threads: 56 of 56');
  expect(page).toContain('with at most 4 calls on 2 threads');
});

it('JSON and HTML have the calls of a failing scenario', async () => {
  const { report, page } = await reported('ring-producers.check.ts');
  const [check] = report.checks;
  expect(check!.scenarios!.shown).toBe('ring of many: push(1); push(1) | push(1)');
  expect(check!.failures[0]!.history).toMatchObject({
    threads: [
      {
        name: 'thread 1',
        calls: [
          { call: 'push(1)', result: 'true' },
          { call: 'push(1)', result: 'true' },
        ],
      },
      { name: 'thread 2', calls: [{ call: 'push(1)', result: 'true' }] },
    ],
  });
  expect(page).toContain('push(1); push(1) | push(1)');
});
