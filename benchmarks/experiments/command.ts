import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.js';

const COMMAND = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');
const MODELS = ['sc', 'tso', 'pso'] as const;

/** What the built command says of a program under a model. */
export interface Checked {
  readonly model: string;
  readonly verdict: 'safe' | 'failing' | 'unknown';
  readonly robust: boolean | null;
  readonly executions: number;
  readonly seconds: number;
}

export interface CheckOptions {
  readonly unroll?: number;
  /** SC, TSO and PSO if absent. */
  readonly models?: readonly string[];
  /** For the compiler, with further files. */
  readonly flags: readonly string[];
  /** The folder of relative paths. */
  readonly cwd?: string;
  /** For each model. */
  readonly mostSeconds: number;
}

/** Runs `fencepost check`, as a user would. */
export async function check(
  file: string,
  { unroll, models = MODELS, flags, cwd, mostSeconds }: CheckOptions,
): Promise<Checked[]> {
  const time = `${models.length * mostSeconds}s`;
  const bound = unroll === undefined ? [] : ['--unroll', String(unroll)];
  const options = ['--model', models.join(), '--format', 'json', '--max-time', time, ...bound];
  const { checks } = JSON.parse(await output(['check', file, ...options, '--', ...flags], cwd)) as {
    checks: Checked[];
  };
  return checks;
}

/** A failing program ends the command with 1, one that is not decided with 3. */
function output(args: readonly string[], cwd: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(new Error(`fencepost ${args.join(' ')}: ${stderr === '' ? (error?.message ?? stdout) : stderr}`));
    });
  });
}

/** As in the paper's table: seconds, with a star if something fails. */
export function shown({ verdict, executions, seconds }: Checked): string {
  const text = `${seconds.toFixed(2)} (${executions.toLocaleString('en')})`;
  return verdict === 'failing' ? `${text} *` : verdict === 'safe' ? text : `${text} ?`;
}
