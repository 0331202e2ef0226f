import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    ['c/mp.c', 'mp.c'],
    ['c/dekker.c', 'dekker.c'],
    ['typescript/ring-with-count.ts', 'ring with count.ts'],
  ] as const) {
    cpSync(join(root, 'examples', from), join(project, 'src', to));
  }
}, INSTALL_TIMEOUT);

interface Job {
  readonly codes: readonly number[];
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

let jobs = 0;

/** Runs the steps of the action that are scripts as GitHub does: a made-up machine, values put in for expressions. */
async function run(given: Readonly<Record<string, string>>): Promise<Job> {
  const temp = join(folder, `job ${++jobs}`);
  mkdirSync(temp);
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')];
  writeFileSync(output, '');
  writeFileSync(summary, '');
  const outputs: Record<string, string> = {};
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value]),
  );
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    inputs: { ...inputs, ...given },
    runner: { temp, os: 'Linux' },
    'steps.check.outputs': outputs,
  };
  const filledIn = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.]+)\.([\w-]+) \}\}/g, (_, from: string, name: string) => known[from]![name] ?? '');
  const codes: number[] = [];
  let log = '';
  for (const step of action.runs.steps.filter((each) => each.run !== undefined && each.if === undefined)) {
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filledIn(text)]));
    const ended = await shell(step.run!, join(project, filledIn(step['working-directory'] ?? '.')), {
      ...env,
      GITHUB_ACTION_PATH: checkedOut,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    });
    codes.push(ended.code);
    log += ended.log;
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [name = '', ...value] = line.split('=');
      outputs[name] = value.join('=');
    }
  }
  return { codes, log, summary: readFileSync(summary, 'utf8'), outputs };
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

describe('the action for GitHub', { timeout: 120_000 }, () => {
  it('fails the job after reporting the findings: annotations, a summary, SARIF', async () => {
    const { codes, log, summary, outputs } = await run({ files: 'src/m*.c\n  src/ring with count.ts\n' });
    expect(codes).toEqual([0, 1]);
    expect(log).toMatch(/^::error file=src\/mp\.c,line=30,col=3,title=Fencepost%3A Check fails::assertion failed/m);
    expect(log).toMatch(/^::error file=src\/ring with count\.ts,line=23,.*Deadlock::deadlock: consumer waits/m);
    expect(summary).toContain('| <code>src/mp.c</code> | safe |');
    expect(outputs['exit-code']).toBe('1');
    const { runs } = JSON.parse(readFileSync(outputs['sarif']!, 'utf8')) as { runs: [{ results: unknown[] }] };
    expect(runs[0].results.length).toBeGreaterThan(1);
  });

  it('fails where the command refuses its input, and has no report then', async () => {
    const { codes, log, outputs } = await run({ files: 'src/*.rs' });
    expect(codes).toEqual([0, 2]);
    expect(log).toContain('src/*.rs');
    expect(outputs).toEqual({ 'exit-code': '2' });
  });

  it('passes on arguments, and can accept undecided checks', async () => {
    const undecided = { files: 'src/dekker.c', arguments: '--model=sc\n--max-executions=1' };
    const { codes, summary } = await run({ ...undecided, 'accept-unknown': 'true' });
    expect(codes).toEqual([0, 0]);
    expect(summary).toContain('| Program | SC |\n');
    expect((await run(undecided)).codes).toEqual([0, 3]);
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
