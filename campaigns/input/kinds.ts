import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { CommandServer } from './server.js';

/** A kind of input: valid examples, and the command line for an invalid one. */
export interface Kind {
  readonly name: string;
  readonly good: readonly Buffer[];
  /** Writes the file, and returns the command line for it. */
  readonly args: (bytes: Buffer) => readonly string[];
  /** Pattern that a refusal must match. */
  readonly names: RegExp;
  /** Whether every change is refused. */
  readonly alwaysRefused?: true;
  readonly compiles?: true;
}

const LIMITS = ['--max-time', '3s', '--max-executions', '1000'];
const CONFIGURATION = {
  files: ['program.litmus'],
  models: ['sc', 'tso'],
  maxExecutions: 100,
  maxTime: 5,
  seed: 3,
  unroll: 4,
  races: true,
  reports: { json: 'report.json' },
};

/** Returns all kinds, for files in a folder. */
export async function kindsOf(root: string, folder: string, server: CommandServer): Promise<Kind[]> {
  const litmus = goodFiles(join(root, 'examples', 'litmus'), '.litmus');
  const file =
    (name: string, ...command: readonly string[]) =>
    (bytes: Buffer): readonly string[] => {
      writeFileSync(join(folder, name), bytes);
      return command;
    };
  const check = (name: string): Kind['args'] => file(name, 'check', name, ...LIMITS);
  return [
    { name: 'litmus', good: litmus, args: file('bad.litmus', 'litmus', 'bad.litmus'), names: /bad\.litmus/ },
    { name: 'litmus, checked', good: litmus, args: check('bad.litmus'), names: /bad\.litmus/ },
    {
      name: 'recording',
      good: goodFiles(join(root, 'examples', 'recordings'), '.json'),
      args: file('bad.json', 'monitor', 'bad.json'),
      names: /bad\.json/,
    },
    configuration(folder, litmus[0]!, file('bad-config.json', 'check', '--config', 'bad-config.json')),
    await schedules(folder, server, litmus),
    await savedRun(folder, server),
    {
      name: 'LLVM IR',
      good: [readFileSync(join(root, 'campaigns', 'input', 'message.ll'))],
      args: check('bad.ll'),
      names: /bad\.ll/,
      compiles: true,
    },
    {
      name: 'C',
      good: goodFiles(join(root, 'examples', 'c'), '.c'),
      args: check('bad.c'),
      names: /bad\.c/,
      compiles: true,
    },
  ];
}

function goodFiles(folder: string, extension: string): Buffer[] {
  const names = readdirSync(folder).filter((name) => extname(name) === extension);
  return names.sort().map((name) => readFileSync(join(folder, name)));
}

function configuration(folder: string, program: Buffer, args: Kind['args']): Kind {
  writeFileSync(join(folder, 'program.litmus'), program);
  const good = [Buffer.from(JSON.stringify(CONFIGURATION, undefined, 2))];
  return { name: 'configuration', good, args, names: /bad-config\.json|program\.litmus|\[USAGE\]/ };
}

/** Returns the kind for schedules, with those that `check` prints as valid examples. */
async function schedules(folder: string, server: CommandServer, litmus: readonly Buffer[]): Promise<Kind> {
  const good: Buffer[] = [];
  for (const [i, bytes] of litmus.entries()) {
    writeFileSync(join(folder, `good${i}.litmus`), bytes);
    const answer = await server.run(['check', `good${i}.litmus`]);
    const out = typeof answer === 'string' ? '' : answer.out;
    for (const [, schedule] of out.matchAll(/'?(fp1:[^\s']+)/g)) good.push(Buffer.from(schedule!));
  }
  return {
    name: 'schedule',
    good,
    // A command-line argument is text without NUL.
    args: (bytes) => ['replay', 'good0.litmus', bytes.toString().replaceAll('\0', '') || 'fp1:', '--model', 'tso'],
    names: /\[(?:BAD_SCHEDULE|USAGE)\]|good0/,
  };
}

async function savedRun(folder: string, server: CommandServer): Promise<Kind> {
  const answer = await server.run(['check', 'program.litmus', '--max-executions', '1']);
  const token = typeof answer === 'string' ? undefined : /--resume (fpr-\w+)/.exec(answer.err)?.[1];
  if (token === undefined) throw new Error(`no run was saved: ${JSON.stringify(answer)}`);
  const path = join(folder, 'state', `${token}.run`);
  return {
    name: 'saved run',
    good: [readFileSync(path)],
    args: (bytes) => {
      writeFileSync(path, bytes);
      return ['check', '--resume', token];
    },
    names: new RegExp(`${basename(path)}.*\\[BAD_RESUME\\]`),
    alwaysRefused: true,
  };
}
