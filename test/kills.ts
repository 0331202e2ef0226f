import fs from 'node:fs';
import path from 'node:path';
import { Random } from '@fencepost/core';
import { fencepost } from '@fencepost/testing/built';

/** A command whose work is counted: it is killed and resumed. */
export interface Subject {
  readonly name: string;
  readonly command: 'check' | 'fix' | 'relax' | 'test';
  /** What to do; then more of it, for machines that are done with the first too soon. */
  readonly sizes: readonly (readonly string[])[];
}

/** A line of `--progress json`. */
interface Line {
  readonly source: string;
  readonly program: string;
  readonly model: string;
  readonly executions: number;
  readonly resumed: number;
}

/** What a process did, by its own account. */
export interface Work {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Executions that it explored itself. */
  readonly executions: number;
  /** How many of these it had told of before its state was written, the last time. */
  readonly saved: number;
  /** From the first time that it told something to the last, in milliseconds. */
  readonly searched: number;
  readonly milliseconds: number;
}

/** A run that was killed, and resumed, and killed, until nothing was left to do. */
export interface Chain {
  readonly killed: readonly Work[];
  readonly last: Work;
}

const LOOK_MILLISECONDS = 10;

/** Runs commands in a folder of their own, and kills them. */
export class Killer {
  private readonly random: Random;

  constructor(
    private readonly folder: string,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  private get state(): string {
    return path.join(this.folder, 'state');
  }

  /** The states of runs that are left. */
  get left(): readonly string[] {
    return fs.existsSync(this.state) ? fs.readdirSync(this.state).filter((name) => name.endsWith('.run')) : [];
  }

  /** To its end, or until it is killed: after its state was written with this many executions, and this many milliseconds. */
  async work(command: string, args: readonly string[], killed?: { least: number; delay: number }): Promise<Work> {
    const began = performance.now();
    const tally = new Tally();
    let saved = 0;
    const env = { FENCEPOST_STATE: this.state };
    const { code, out, err } = await fencepost(
      [command, '--progress', 'json', ...args],
      { cwd: this.folder, env },
      (child) => {
        child.stderr!.on('data', (data: Buffer) => tally.read(data.toString()));
        let known = this.written();
        let told = 0;
        let since: number | undefined;
        const timer = setInterval(() => {
          const now = this.written();
          if (now !== known && now !== undefined) {
            // The state has what was told when it was still the one before.
            saved = told;
            if (killed !== undefined && saved >= killed.least) since ??= performance.now();
          }
          known = now;
          told = tally.executions;
          if (since !== undefined && performance.now() - since >= killed!.delay) child.kill('SIGKILL');
        }, LOOK_MILLISECONDS);
        child.on('close', () => clearInterval(timer));
      },
    );
    const { executions, searched } = tally;
    return {
      code,
      out,
      err: withoutProgress(err),
      executions,
      saved,
      searched,
      milliseconds: performance.now() - began,
    };
  }

  /** Kills it up to this many times, each within `longest` milliseconds after `least` executions were saved, and resumes it. */
  async kill(
    command: string,
    args: readonly string[],
    kills: number,
    { least, longest }: { readonly least: number; readonly longest: number },
  ): Promise<Chain> {
    const killed: Work[] = [];
    for (let next = args; ; next = ['--resume', 'last', ...shownAs(args)]) {
      const delay = longest * this.random.next();
      const work = await this.work(command, next, killed.length < kills ? { least, delay } : undefined);
      // It was not killed: nothing was left, before or after it was saved. Or it was, after it had told everything.
      if (work.code !== null || this.left.length === 0) return { killed, last: work };
      killed.push(work);
    }
  }

  /** When the state was written last. */
  private written(): number | undefined {
    const [name] = this.left;
    return name === undefined
      ? undefined
      : fs.statSync(path.join(this.state, name), { throwIfNoEntry: false })?.mtimeMs;
  }
}

/** Adds up what a process tells of its searches. */
export class Tally {
  private text = '';
  private before = 0;
  private latest: Line | undefined;
  private first: number | undefined;
  private time = 0;

  /** Some of what it writes to its standard error. */
  read(text: string): void {
    const lines = (this.text + text).split('\n');
    this.text = lines.pop()!;
    for (const line of lines.filter(isProgress)) this.add((JSON.parse(line) as { progress: Line }).progress);
  }

  get executions(): number {
    return this.before + (this.latest === undefined ? 0 : own(this.latest));
  }

  get searched(): number {
    return this.time - (this.first ?? this.time);
  }

  private add(line: Line): void {
    if (this.latest !== undefined && !isSame(this.latest, line)) this.before += own(this.latest);
    this.latest = line;
    this.time = performance.now();
    this.first ??= this.time;
  }
}

function isProgress(line: string): boolean {
  return line.startsWith('{"progress":');
}

/** What else it wrote. */
export function withoutProgress(err: string): string {
  return err
    .split('\n')
    .filter((line) => !isProgress(line))
    .join('\n');
}

function own({ executions, resumed }: Line): number {
  return executions - resumed;
}

/** Of the same search, not one that began again? */
function isSame(a: Line, b: Line): boolean {
  const isAbout = a.source === b.source && a.program === b.program && a.model === b.model;
  return isAbout && a.resumed === b.resumed && a.executions <= b.executions;
}

function shownAs(args: readonly string[]): readonly string[] {
  const format = args.indexOf('--format');
  const jobs = args.indexOf('--jobs');
  return [...(format < 0 ? [] : args.slice(format, format + 2)), ...(jobs < 0 ? [] : args.slice(jobs, jobs + 2))];
}
