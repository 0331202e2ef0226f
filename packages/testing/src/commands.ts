import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Something that a command of this repository can do. */
export interface Entry {
  readonly name: string;
  /** A line of the list. */
  readonly what: string;
  /** Whether it runs the built command or imports the published packages, so that everything is built first. */
  readonly built?: true;
  /** Its arguments are those of the process, without its name. */
  readonly run: () => unknown;
}

/**
 * `npm run SCRIPT -- NAME …` does one thing of a table, `npm run SCRIPT -- --list` prints the table. Nothing is done by
 * default, so that a workflow with a mistyped name fails.
 */
export async function runCommand(script: string, entries: readonly Entry[]): Promise<void> {
  const [name] = process.argv.slice(2);
  if (name === '--list') {
    console.log(listed(entries));
    return;
  }
  const entry = entries.find((each) => each.name === name);
  if (entry === undefined) {
    const problem = name === undefined ? 'say what' : `there is no "${name}"`;
    console.error(`${problem}: npm run ${script} -- NAME [OPTION…]\n\n${listed(entries)}`);
    process.exitCode = 2;
    return;
  }
  process.argv.splice(2, 1);
  if (entry.built === true) execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  await entry.run();
}

/** The table, a line each. */
export function listed(entries: readonly Entry[]): string {
  const width = Math.max(...entries.map(({ name }) => name.length));
  return entries.map(({ name, what }) => `${name.padEnd(width)}  ${what}`).join('\n');
}

/** Returns the value of an option that takes a whole number. Ends the process if it has another value. */
export function wholeNumber(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`--${option} takes a whole number, not ${text}`);
  process.exit(2);
}

/** Rewrites one line of the terminal, if standard error is one. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/**
 * Runs tests with more than a commit tries. `--programs N` changes the variable that says how many; other arguments go
 * to Vitest.
 */
export function runTests(files: readonly string[], environment: Readonly<Record<string, string>>): void {
  const args = process.argv.slice(2);
  const [variable = ''] = Object.keys(environment);
  const given = { ...taken(args, '--programs', variable), ...taken(args, '--seed', `${variable}_SEED`) };
  const { status } = spawnSync('npx', ['vitest', 'run', ...files, '--disable-console-intercept', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...given },
  });
  process.exitCode = status ?? 1;
}

/** Takes an option with its value from the arguments, as a variable of the environment. */
function taken(args: string[], option: string, variable: string): Record<string, string> {
  const at = args.indexOf(option);
  const [, value] = at < 0 ? [] : args.splice(at, 2);
  return value === undefined ? {} : { [variable]: value };
}
