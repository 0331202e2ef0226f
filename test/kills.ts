import fs from 'node:fs';
import path from 'node:path';
import { Random } from '@fencepost/core';
import { fencepost } from './built.js';

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
  /** How many it had explored at which time, in milliseconds since it began. */
  readonly times: readonly { readonly time: number; readonly executions: number }[];
  /** When its state was written. */
  readonly saves: readonly number[];
  readonly milliseconds: number;
}

/** A run that was killed, and resumed, and killed, until nothing was left to do. */
export interface Chain {
  /** All of them were killed, but the last. */
  readonly works: readonly Work[];
  /** How long each went on after it was saved. */
  readonly delays: readonly number[];
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

  /** To its end, or until it is killed: so many milliseconds after its state was first written. */
  async work(command: string, args: readonly string[], killAfterSave?: number): Promise<Work> {
    const began = performance.now();
    const lines: { time: number; line: Line }[] = [];
    const saves: number[] = [];
    let text = '';
    const env = { FENCEPOST_STATE: this.state };
    const { code, out, err } = await fencepost(
      [command, '--progress', 'json', ...args],
      { cwd: this.folder, env },
      (child) => {
        child.stderr!.on('data', (data: Buffer) => {
          const parts = (text + data.toString()).split('\n');
          text = parts.pop()!;
          for (const part of parts) {
            if (!part.startsWith('{"progress":')) continue;
            const line = (JSON.parse(part) as { progress: Line }).progress;
            lines.push({ time: performance.now() - began, line });
          }
        });
        let known = this.written();
        const timer = setInterval(() => {
          const now = this.written();
          if (now !== known && now !== undefined) saves.push(performance.now() - began);
          known = now;
          if (saves.length > 0 && performance.now() - began - saves[0]! >= (killAfterSave ?? Infinity))
            child.kill('SIGKILL');
        }, LOOK_MILLISECONDS);
        child.on('close', () => clearInterval(timer));
      },
    );
    let before = 0;
    let latest: Line | undefined;
    const own = ({ executions, resumed }: Line): number => executions - resumed;
    const times = lines.map(({ time, line }) => {
      if (latest !== undefined && !isSame(latest, line)) before += own(latest);
      latest = line;
      return { time, executions: before + own(line) };
    });
    const executions = before + (latest === undefined ? 0 : own(latest));
    const said = err.split('\n').filter((line) => !line.startsWith('{"progress":'));
    return { code, out, err: said.join('\n'), executions, times, saves, milliseconds: performance.now() - began };
  }

  /** Kills it up to so many times, each soon after it was saved, and resumes it. */
  async kill(command: string, args: readonly string[], kills: number, longest: number): Promise<Chain> {
    const works: Work[] = [];
    const delays: number[] = [];
    for (let next = args; ; next = ['--resume', 'last', ...shownAs(args)]) {
      const delay = longest * this.random.next();
      const work = await this.work(command, next, works.length < kills ? delay : undefined);
      works.push(work);
      // It was not killed: nothing was left, before or after it was saved.
      if (work.code !== null) return { works, delays };
      delays.push(delay);
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

/** The most executions in a second. */
export function rateOf({ times }: Work): number {
  let most = 0;
  for (const [i, { time, executions }] of times.entries()) {
    const from = times.slice(0, i).findLast((each) => time - each.time >= 1000) ?? { time: 0, executions: 0 };
    most = Math.max(most, ((executions - from.executions) * 1000) / (time - from.time));
  }
  return most;
}
