import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { pack, projectWith } from './published/installed.js';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-action-'));
/** The action as a job gets it: what it needs, and nothing else of the repository. */
const checkedOut = join(folder, 'action');
cpSync(join(root, 'tools/action'), join(checkedOut, 'tools/action'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** Where the packed command is installed. */
let project: string;
beforeAll(async () => {
  project = await projectWith((await pack()).tarball);
  for (const [from, to] of [
    ['c/message.c', 'message.c'],
    ['c/dekker.c', 'dekker.c'],
    ['typescript/ring-with-count.ts', 'ring with count.ts'],
  ] as const) {
    cpSync(join(root, 'examples', from), join(project, 'src', to));
  }
  writeFileSync(join(project, 'src/bad.ts'), 'const a = 1;\nconst b = ;\n');
}, INSTALL_TIMEOUT);

interface Job {
  readonly codes: readonly number[];
  readonly log: string;
  readonly summary: string;
  /** Outputs of each step that has some, by its id. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Actions that were used, and their inputs. */
  readonly used: readonly Pick<Step, 'uses' | 'with'>[];
  /** Whether the compilers were installed. */
  readonly installs: boolean;
}

let jobs = 0;
const ARTIFACT_URL = 'https://github.example/artifacts/7';

/**
 * Runs the steps of the action as GitHub does: a made-up machine, values put in for expressions. Other actions are only
 * recorded, and so are installations.
 */
async function run(given: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = {}): Promise<Job> {
  const temp = join(folder, `job ${++jobs}`);
  mkdirSync(temp);
  const summary = join(temp, 'summary');
  writeFileSync(summary, '');
  const outputs: Record<string, Record<string, string>> = { prepare: {}, check: {}, report: {} };
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value]),
  );
  const valueOf = (expression: string): string => {
    const [from = '', ...path] = expression.split('.');
    if (from === 'steps') return outputs[path[0]!]?.[path[2]!] ?? '';
    const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      inputs: { ...inputs, ...given },
      runner: { temp, os: 'Linux' },
      github: { job: 'test', run_id: '1', run_attempt: '1' },
    };
    return known[from]![path[0]!]!;
  };
  const filledIn = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => valueOf(expression));
  const allFilledIn = (texts: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filledIn(String(text))]));
  const holds = (condition: string): boolean =>
    condition.split(' && ').every((term) => {
      const [, expression = '', operator, value] = /^(\S+) (==|!=) '(.*)'$/.exec(term)!;
      return (valueOf(expression) === value) === (operator === '==');
    });
  const codes: number[] = [];
  const used: Job['used'][number][] = [];
  let [log, installs] = ['', false];
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !holds(step.if)) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: allFilledIn(step.with) });
      if (step.id !== undefined) outputs[step.id] = { 'artifact-url': ARTIFACT_URL };
      continue;
    }
    if (step.run!.startsWith('sudo ')) {
      installs = true;
      continue;
    }
    const output = join(temp, `output ${codes.length}`);
    writeFileSync(output, '');
    const ended = await shell(step.run!, join(project, filledIn(step['working-directory'] ?? '.')), {
      ...allFilledIn(step.env),
      GITHUB_ACTION_PATH: checkedOut,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...environment,
    });
    codes.push(ended.code);
    log += ended.log;
    const told = readFileSync(output, 'utf8').split('\n').filter(Boolean);
    if (step.id !== undefined) outputs[step.id] = Object.fromEntries(told.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])); // prettier-ignore
    if (ended.code !== 0) break;
  }
  return { codes, log, summary: readFileSync(summary, 'utf8'), outputs, used, installs };
}

function which(name: string): string {
  const found = (process.env['PATH'] ?? '').split(':').map((each) => join(each, name));
  return found.find((each) => existsSync(each))!;
}

function shell(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; log: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['-e', '-o', 'pipefail', '-c', command],
      { cwd, env: { ...process.env, ...env } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, log: out + err }),
    );
  });
}

const annotationsIn = (log: string): string[] => log.split('\n').filter((line) => /^::(?:error|warning) /.test(line));

describe('the action for GitHub', { timeout: 120_000 }, () => {
  it('fails the job after reporting the bugs: annotations, a summary, HTML, SARIF', async () => {
    const { codes, log, summary, outputs, used } = await run({ files: 'src/m*.c\n  src/ring with count.ts\n' });
    expect(codes).toEqual([0, 0, 1]);
    // One for each bug: the race, the failed assertion and the lack of robustness of message.c have one cause.
    const annotations = annotationsIn(log);
    expect(annotations.map((line) => /file=([^,]*),line=(\d+)/.exec(line)!.slice(1))).toEqual([
      ['src/message.c', '26'],
      ['src/ring with count.ts', '45'],
    ]);
    expect(annotations[0]).toMatch(/title=Fencepost%3A Check fails::assertion failed: .*%0AAlso a data race on /);
    expect(annotations[1]).toMatch(/Also deadlock: consumer waits/);
    expect(summary).toContain('| <code>src/message.c</code> | safe |');
    expect(summary.match(/<details>/g)).toHaveLength(2);
    expect(summary).toContain(`[Step through the executions](${ARTIFACT_URL})`);
    const { 'exit-code': code, sarif, html } = outputs['check']!;
    expect(code).toBe('1');
    expect(readFileSync(html!, 'utf8')).toMatch(/^<!doctype html>/i);
    expect(used.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))?.with).toMatchObject({ path: html });
    const { runs } = JSON.parse(readFileSync(sarif!, 'utf8')) as { runs: [{ results: unknown[] }] };
    expect(runs[0].results).toHaveLength(2);
    expect(used.some(({ uses }) => uses?.includes('upload-sarif'))).toBe(false);
  });

  it('annotates files that are refused, and checks the others', async () => {
    const { codes, log, summary } = await run({ files: 'src/*.rs\nsrc/bad.ts\nsrc/dekker.c', models: 'sc' });
    expect(codes).toEqual([0, 0, 2]);
    const annotations = annotationsIn(log);
    expect(annotations).toHaveLength(2);
    expect(annotations[0]).toMatch(/^::error file=src\/\*\.rs,title=Fencepost%3A Not checked::/);
    expect(annotations[1]).toMatch(
      /^::error file=src\/bad\.ts,line=2,.*title=Fencepost%3A Not checked::.*Unexpected token/,
    );
    expect(summary).toMatch(/<code>src\/dekker\.c<\/code> \| safe[^]*Not checked: <code>src\/&#42;\.rs<\/code>/);
  });

  it('says in an annotation that its options are refused', async () => {
    const { codes, log, outputs, used } = await run({ files: 'src/dekker.c', models: 'x87' });
    expect(codes).toEqual([0, 0, 2]);
    expect(log).toContain("no model 'x87'");
    expect(annotationsIn(log)).toHaveLength(1);
    expect(outputs['check']).toEqual({ 'exit-code': '2' });
    expect(used.some(({ uses }) => uses?.startsWith('actions/upload-artifact@'))).toBe(false);
  });

  it('passes on models, time and arguments, and can accept what is undecided', async () => {
    const undecided = { files: 'src/dekker.c', models: 'sc, x86\n', 'max-time': '1m', arguments: '--max-executions=1\n--\n-DFENCE' }; // prettier-ignore
    const { codes, summary } = await run({ ...undecided, 'accept-unknown': 'true', report: '' });
    expect(codes).toEqual([0, 0, 0]);
    expect(summary).toContain('| Program | SC | TSO |\n');
    expect(summary).not.toContain(ARTIFACT_URL);
    expect((await run(undecided)).codes).toEqual([0, 0, 3]);
    expect((await run({ ...undecided, 'max-time': 'soon' })).log).toContain('--max-time');
  });

  it('names files from the root of the repository if it runs in a folder', async () => {
    const given = { files: 'dekker.c', models: 'x86', 'working-directory': './src', 'code-scanning': 'true' };
    const { log, outputs, used } = await run(given);
    expect(annotationsIn(log).map((line) => /file=([^,]*),/.exec(line)![1])).toEqual(['src/dekker.c']);
    const { sarif } = outputs['check']!;
    const uris = [...readFileSync(sarif!, 'utf8').matchAll(/"uri": "([^"]*)"/g)].map(([, uri]) => uri);
    expect(new Set(uris)).toEqual(new Set(['src/dekker.c']));
    expect(used.at(-1)).toMatchObject({ uses: 'github/codeql-action/upload-sarif@v4', with: { sarif_file: sarif } });
  });

  it('installs what is missing', async () => {
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    for (const name of ['bash', 'cat', 'tr', 'sort', 'head', 'grep', 'dirname', 'env']) symlinkSync(which(name), join(tools, name)); // prettier-ignore
    writeFileSync(join(tools, 'node'), '#!/bin/sh\necho v18.20.1\n', { mode: 0o755 });
    const prepared = async (given: Readonly<Record<string, string>>): Promise<unknown> => {
      const { outputs } = await run(given, { PATH: tools });
      return outputs['prepare'];
    };
    expect(await prepared({ files: 'src/*.c' })).toEqual({ 'node-version': '24', compilers: 'true' });
    expect(await prepared({ files: 'src/*.ts' })).toEqual({ 'node-version': '24', compilers: 'false' });
    expect(await prepared({ files: 'src/*.c', compilers: 'false', 'node-version': '22' })).toEqual({ 'node-version': '22', compilers: 'false' }); // prettier-ignore
    for (const name of ['clang-19', 'wasm-ld-19']) symlinkSync(which('cat'), join(tools, name));
    writeFileSync(join(tools, 'node'), '#!/bin/sh\necho v22.1.0\n', { mode: 0o755 });
    expect(await prepared({ files: 'src/*.c' })).toEqual({ 'node-version': '', compilers: 'false' });
    const { codes, log } = await run({ files: 'src/*.c', compilers: 'yes' });
    expect(codes).toEqual([2]);
    expect(log).toMatch(/^::error title=Fencepost::The input compilers is 'yes'/m);
  });

  it('sets up Node and compilers where they are needed', async () => {
    const { used, installs } = await run({ files: 'src/dekker.c', models: 'sc', 'node-version': '24', compilers: 'true' }); // prettier-ignore
    expect(used[0]).toMatchObject({ uses: 'actions/setup-node@v5', with: { 'node-version': '24' } });
    expect(installs).toBe(true);
  });

  it('refers to existing inputs and scripts', () => {
    const text = readFileSync(join(root, 'action.yml'), 'utf8');
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
    for (const [, script = ''] of text.matchAll(/GITHUB_ACTION_PATH\/([\w./-]+)/g)) {
      expect(existsSync(join(root, script))).toBe(true);
    }
  });
});
