import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Ended } from '@fencepost/testing/built';
import { root } from '@fencepost/testing/built';
import { NODES, nodeOf } from '../published/installed.js';

/** A Node that pg-boss runs on. */
export async function newerNode(): Promise<string> {
  return Number(process.versions.node.split('.')[0]) > 22 ? process.execPath : nodeOf(NODES[1]);
}

export const COMMAND = join(root, 'packages/fencepost/bin/fencepost.js');

/** Runs `fencepost cluster` and others with a database. */
export class Commands {
  private readonly node: string;
  readonly env: NodeJS.ProcessEnv;
  private readonly agents = new Set<ChildProcess>();
  /** What agents have said. */
  said = '';

  constructor(node: string, url: string) {
    this.node = node;
    this.env = { ...process.env, DATABASE_URL: url, NO_COLOR: '1' };
  }

  /** `most`: milliseconds after which it is killed, as it is stuck. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root, most?: number): Promise<Ended> {
    return new Promise((resolve) => {
      const child = this.spawn(COMMAND, args, env, cwd);
      if (most !== undefined) {
        const patience = setTimeout(() => child.kill('SIGKILL'), most);
        child.on('close', () => clearTimeout(patience));
      }
      let [out, err] = ['', ''];
      child.stdout!.on('data', (text: Buffer) => (out += text.toString()));
      child.stderr!.on('data', (text: Buffer) => (err += text.toString()));
      child.on('close', (code, signal) => resolve({ code, signal, out, err }));
    });
  }

  /** The id of the new run. */
  async submit(...args: readonly string[]): Promise<string> {
    return this.submitted('submit', args);
  }

  /** The id of a new run of tests. */
  async submitTests(...args: readonly string[]): Promise<string> {
    return this.submitted('test', args);
  }

  private async submitted(command: string, args: readonly string[]): Promise<string> {
    const { code, out, err } = await this.run(['cluster', command, ...args]);
    if (code !== 0) throw new Error(err);
    return out.trim();
  }

  agent(
    options: {
      readonly env?: NodeJS.ProcessEnv;
      readonly args?: readonly string[];
      readonly command?: string;
      readonly cwd?: string;
    } = {},
  ): ChildProcess {
    const { env = {}, args = ['--jobs', '1'], command = COMMAND, cwd = root } = options;
    const child = this.spawn(command, ['cluster', 'work', ...args], env, cwd);
    this.agents.add(child);
    child.stderr!.on('data', (text: Buffer) => (this.said += text.toString()));
    child.on('exit', () => this.agents.delete(child));
    return child;
  }

  /** Ends all agents at once. */
  async killAll(): Promise<void> {
    const ended = [...this.agents].map((agent) => new Promise((resolve) => agent.once('exit', resolve)));
    for (const agent of this.agents) agent.kill('SIGKILL');
    await Promise.all(ended);
  }

  private spawn(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): ChildProcess {
    return spawn(this.node, [command, ...args], { cwd, env: { ...this.env, ...env } });
  }
}

/** What must be the same, however a program was checked: all but times and the execution that is shown. */
export function digest(json: string): string {
  interface Check {
    readonly model: string;
    readonly verdict: string;
    readonly robust: boolean | null;
    readonly harmful: boolean | null;
    readonly executions: number;
    readonly blocked: number;
    readonly events: number;
    readonly failures: readonly { kind: string; message: string; executions: number; underSc: boolean | null }[];
    readonly violations: readonly { executions: number | null }[];
  }
  const { checks } = JSON.parse(json) as { checks: Check[] };
  const told = checks.map(({ model, verdict, robust, harmful, executions, blocked, events, failures, violations }) => ({
    ...{ model, verdict, robust, harmful, executions, blocked, events },
    failures: failures.map((each) => [each.message, each.kind, each.executions, each.underSc].join()).sort(),
    violations: violations.map((each) => each.executions).sort(),
  }));
  return JSON.stringify(told, null, 1);
}
