import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { TestingReport } from 'fencepost';
import { fencepost } from '@fencepost/testing/terminal';

const fixture = (name: string): string => `${import.meta.dirname}/fixtures/${name}`;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

describe('an error in a program is reported', () => {
  const args = ['check', fixture('refused.mjs'), fixture('fenced.mjs'), '--model', 'sc'];
  const WHY = /refused\.mjs: m is used both as a mutex and as plain memory/;

  it('with its file, after the findings about the others', async () => {
    const { code, out, err } = await fencepost(args);
    expect(code).toBe(2);
    expect(out).toMatch(/^[^\n]*fenced\.mjs\n {2}✓ SC {2}safe /);
    expect(err).toMatch(new RegExp(`^fencepost: .*${WHY.source} \\[MUTEX_MISUSE\\]\n`));
  });

  it('once, if several programs have the same mistake', async () => {
    const { code, err } = await fencepost(['check', fixture('several.mjs'), '--method', 'monitor', '--model', 'rc11']);
    expect(code).toBe(2);
    expect(err.match(/several\.mjs: there is no monitor for the model rc11/g)).toHaveLength(1);
  });

  it.each([
    ['json', /"errors": \[\s*\{[^}]*"code": "MUTEX_MISUSE"/],
    ['sarif', /"executionSuccessful": false,\s*"exitCode": 2,[^[]*\[\s*\{\s*"level": "error"/],
    ['junit', /tests="2" failures="0" errors="1"[^]*<error type="MUTEX_MISUSE" message="[^"]*plain memory">/],
    ['github', /^::error file=[^,]*refused\.mjs,title=Fencepost%3A Not checked::refused: /],
  ])('in a report in %s', async (format, error) => {
    const { code, out, err } = await fencepost([...args, '--format', format]);
    expect(code).toBe(2);
    expect(out).toMatch(error);
    expect(err).toMatch(WHY);
  });

  it('in files', async () => {
    const [text, html] = [join(folder, 'refused.txt'), join(folder, 'refused.html')];
    await fencepost([...args, '--report', `text=${text}`, '--report', `html=${html}`]);
    expect(readFileSync(text, 'utf8')).toMatch(new RegExp(`safe[^]*\n\n.*${WHY.source} \\[MUTEX_MISUSE\\]\n`));
    expect(readFileSync(html, 'utf8')).toMatch(WHY);
  });

  it('again, when the run is resumed', async () => {
    vi.stubEnv('FENCEPOST_STATE', join(folder, 'state'));
    const many = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'many-executions.mjs');
    const stopped = await fencepost([...args, many, '--max-executions', '3']);
    expect(stopped.code).toBe(2);
    const token = /--resume (fpr-[0-9a-f]{12})\n/.exec(stopped.err)![1]!;
    const { code, out, err } = await fencepost(['check', '--resume', token, '--max-executions', '4']);
    expect(code).toBe(2);
    expect(out).toMatch(
      /fenced\.mjs\n {2}✓ SC {2}safe [^]*many-executions\.mjs: large\n {2}\? SC {2}undecided: .* 4 executions/,
    );
    expect(err).toMatch(WHY);
  });

  it.each([[], ['--seeds', '1-3']])('by fencepost test %j', async (...seeds) => {
    const tested = ['test', fixture('refused.mjs'), fixture('store-buffering.mjs'), '--model', 'tso', ...seeds];
    const { code, out, err } = await fencepost(tested);
    expect(code).toBe(2);
    expect(out).toMatch(/^[^\n]*store-buffering\.mjs.*\n {2}TSO {2}fails/);
    expect(err.match(new RegExp(WHY, 'g'))).toHaveLength(1);
    const json = JSON.parse((await fencepost([...tested, '--format', 'json'])).out) as TestingReport;
    expect(json.tests.map(({ failures }) => failures.length)).toEqual([1]);
    expect(json.errors).toMatchObject([{ program: 'refused', code: 'MUTEX_MISUSE' }]);
  });
});
