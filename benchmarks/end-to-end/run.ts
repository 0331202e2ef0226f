import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a command took, with the processes that it started. */
export interface Taken {
  /** CPU seconds of all of them. */
  readonly cpu: number;
  readonly seconds: number;
  /** The most memory that its own process had at a time. */
  readonly megabytes: number;
  readonly code: number;
  readonly out: string;
}

const POLL_MILLISECONDS = 15;

/** Node 20 reads all of these certificates at its start, which takes longer than a small check. */
const UNSET = { NODE_EXTRA_CA_CERTS: undefined };

/** Runs Node with these arguments. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Taken> {
  const taken = await runProgram(process.execPath, args, env);
  if (taken.code === 2 || taken.code > 3)
    throw new Error(`node ${args.join(' ')} ends with ${taken.code}:\n${taken.err}`);
  return taken;
}

/** Runs a program. `most`: the CPU seconds after which it is ended. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  most?: number,
): Promise<Taken & { readonly err: string }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    // The shell says what its children took, to the millisecond.
    const limit = most === undefined ? '' : `ulimit -S -t ${most}; `;
    const script = `(${limit}exec "$@"); code=$?; times >&2; exit $code`;
    const child = spawn('bash', ['-c', script, 'bash', program, ...args], {
      env: { ...process.env, ...UNSET, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    let kilobytes = 0;
    const watch = setInterval(() => {
      kilobytes = Math.max(kilobytes, highWater(child.pid!));
    }, POLL_MILLISECONDS);
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      const last = err.trimEnd().split('\n').at(-1)!;
      const cpu = [...last.matchAll(/(\d+)m([\d.]+)s/g)]
        .map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds))
        .reduce((sum, each) => sum + each, 0);
      const seconds = (performance.now() - started) / 1000;
      if (code === null) reject(new Error(`${program} ${args.join(' ')} was ended:\n${err}`));
      else resolve({ cpu, seconds, megabytes: kilobytes / 1024, code, out, err });
    });
  });
}

/** The most kilobytes that the child of the shell has had so far. */
function highWater(shell: number): number {
  try {
    const [child] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').split(' ');
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${child!}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
