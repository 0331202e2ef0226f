import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Report, TestingReport } from 'fencepost';
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
    ['github', /^::error file=[^,]*refused\.mjs,title=Fencepost%3A Not checked::[^\n]*m is used both /],
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

describe('a file that cannot be loaded', () => {
  const bad = join(folder, 'bad.ts');
  writeFileSync(bad, "import { check } from 'fencepost';\ncheck('a', (t) => {\n");
  const args = ['check', bad, fixture('fenced.mjs'), 'nowhere.mjs', '--model', 'sc'];

  it('is reported first, and named again after the others were checked', async () => {
    const { code, out, err } = await fencepost(args);
    expect(code).toBe(2);
    expect(out).toMatch(/^[^\n]*fenced\.mjs\n {2}✓ SC {2}safe [^]*\n1 program is safe · 1 check, /);
    expect(err).toMatch(/^.*bad\.ts:3:1: .*\[JS_SYNTAX\]\n[^]*cannot read nowhere\.mjs[^]*\nfencepost: not checked: \S*bad\.ts, nowhere\.mjs\n$/); // prettier-ignore
    expect(err.match(/JS_SYNTAX/g)).toHaveLength(1);
  });

  it('is annotated at its line, and not counted as checked', async () => {
    const { out } = await fencepost([...args, '--format', 'github']);
    expect(out.match(/^::error /gm)).toHaveLength(2);
    expect(out).toMatch(
      /^::error file=[^,]*bad\.ts,line=3,col=1,title=Fencepost%3A Not checked::[^:]* \[JS_SYNTAX\]$/m,
    );
    expect(out).toMatch(/^::error file=nowhere\.mjs,title=Fencepost%3A Not checked::cannot read nowhere\.mjs/m);
    const json = JSON.parse((await fencepost([...args, '--format', 'json'])).out) as Report;
    expect([json.checks.length, json.errors?.length]).toEqual([1, 2]);
  });

  it('is in reports even if there is nothing else', async () => {
    const file = join(folder, 'only-bad.json');
    const { code, out, err } = await fencepost(['check', bad, '--report', `json=${file}`]);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toContain('not checked');
    const { checks, errors } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    expect(checks).toEqual([]);
    expect(errors).toMatchObject([{ source: bad, program: 'bad.ts', code: 'JS_SYNTAX', site: { line: 3 } }]);
  });
});
