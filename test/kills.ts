import fs from 'node:fs';
import path from 'node:path';
import { Random } from '@fencepost/core';
import { fencepost } from './built.js';

/** A command whose work is counted: it is killed and resumed. */
export interface Subject {
  readonly name: string;
  readonly command: 'check' | 'fix' | 'test';
  readonly args: readonly string[];
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
  readonly milliseconds: number;
}

/** What one `kill -9` has cost. */
export interface Kill {
  /** When it came, in milliseconds after the process began. */
  readonly after: number;
  /** Executions that were explored by then, as far as it was told. */
  readonly done: number;
  /** Executions that were explored after resuming. */
  readonly again: number;
  /** Executions that were explored twice. */
  readonly lost: number;
  /** How long they took the first time. */
  readonly lostSeconds: number;
  /** Executions in a second, at most. */
  readonly rate: number;
  /** It was killed before anything was saved. */
  readonly early: boolean;
  /** What the resumed process printed. */
  readonly out: string;
  readonly code: number | null;
}

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

  /** The files that are left of runs. */
  get left(): readonly string[] {
    return fs.existsSync(this.state) ? fs.readdirSync(this.state) : [];
  }

  /** To its end, or until it is killed after so many milliseconds. */
  async work(command: string, args: readonly string[], killAfter?: number): Promise<Work> {
    const began = performance.now();
    const lines: { time: number; line: Line }[] = [];
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
        if (killAfter === undefined) return;
        const timer = setTimeout(() => child.kill('SIGKILL'), killAfter);
        child.on('close', () => clearTimeout(timer));
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
    return { code, out, err: said.join('\n'), executions, times, milliseconds: performance.now() - began };
  }

  /** Kills it at a random moment, after the given part of the whole time at least, and resumes it. */
  async kill({ command, args }: Subject, whole: Work, least: number): Promise<Kill | undefined> {
    const after = (least + (0.95 - least) * this.random.next()) * whole.milliseconds;
    const killed = await this.work(command, args, after);
    // It was faster than the first one.
    if (killed.code !== null) return undefined;
    const early = this.left.every((name) => !name.endsWith('.run'));
    const rest = early ? args : ['--resume', 'last', ...shownAs(args)];
    const resumed = await this.work(command, rest);
    const done = killed.executions;
    const saved = whole.executions - resumed.executions;
    const lost = done - saved;
    const reached = killed.times.find(({ executions }) => executions > saved)?.time ?? after;
    return {
      ...{ after, done, again: resumed.executions, lost: Math.max(0, lost), early },
      lostSeconds: Math.max(0, after - reached) / 1000,
      rate: Math.max(rateOf(killed), rateOf(whole)),
      ...{ out: resumed.out, code: resumed.code },
    };
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
function rateOf({ times }: Work): number {
  let most = 0;
  for (const [i, { time, executions }] of times.entries()) {
    const from = times.slice(0, i).findLast((each) => time - each.time >= 1000) ?? { time: 0, executions: 0 };
    most = Math.max(most, ((executions - from.executions) * 1000) / (time - from.time));
  }
  return most;
}
