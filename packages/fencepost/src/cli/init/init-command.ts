import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { COMPILED_LANGUAGES, isWrittenIn } from '@fencepost/core';
import { codeOf, usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { reasonOf } from '../../files/reasons.js';
import type { Asked } from '../../options/command-line.js';
import { configsIn } from '../../options/config-files.js';
import type { Input, Io } from '../terminal/io.js';
import { AGENTS, SKILL } from './agents.js';
import type { InitOptions } from './options.js';
import type { Language, Template } from './templates.js';
import { CONFIG, LANGUAGE_NAMES, SCRIPT, exampleIn, workflowFor } from './templates.js';

type InitAsked = Asked<{ readonly init: InitOptions }>;

/** Runs `fencepost init`. */
export async function initCommand({ given, values: { init } }: InitAsked, io: Io): Promise<number> {
  const [extra] = given.positionals;
  if (extra !== undefined)
    throw usageError(`init takes no '${extra}'`, 'it writes to the current folder: cd there first');
  const instructions = init.agents ? [write(SKILL), addSection()] : [];
  for (const line of instructions) await io.out(`${line}\n`);
  if (init.agents && !init.c && !init.ts && !init.yes && !init.ci) return OK;
  const { language, ci } = await choices(init, io);
  const results = [write(exampleIn(language)), writeConfig(), addScript()];
  if (ci) results.push(write(workflowFor(language, existsSync('package-lock.json'))));
  for (const line of results) if (line !== undefined) await io.out(`${line}\n`);
  await io.out(`\nNow run:\n  npx fencepost check\n`);
  return OK;
}

interface Choices {
  readonly language: Language;
  readonly ci: boolean;
}

/** Returns what to write: by the options or, on a terminal, by questions. */
async function choices({ c, ts, ci, yes }: InitOptions, io: Io): Promise<Choices> {
  if (c && ts) throw usageError('--c cannot be combined with --ts', 'omit one of them; init can be run again');
  const asked: Language | undefined = c ? 'c' : ts ? 'ts' : yes ? usualLanguage() : undefined;
  if (asked !== undefined) return { language: asked, ci };
  const { input } = io;
  if (input === undefined || !input.isTerminal || !io.outIsTerminal) {
    throw usageError('there is no terminal on which to ask for a language', 'add --c, --ts or --yes');
  }
  return ask(io, input, ci);
}

async function ask(io: Io, input: Input, ci: boolean): Promise<Choices> {
  const lines = linesOf(input);
  const usual = usualLanguage();
  try {
    const language = await answer<Language>(io, lines, `C or TypeScript? [${LANGUAGE_NAMES[usual]}] `, {
      '': usual,
      ...{ c: 'c', 'c++': 'c', t: 'ts', ts: 'ts', typescript: 'ts', js: 'ts', javascript: 'ts' },
    });
    const wants = ci || (await answer(io, lines, 'Write a workflow for GitHub Actions? [y/N] ', YES_OR_NO));
    return { language, ci: wants };
  } finally {
    await lines.return(undefined);
  }
}

const YES_OR_NO = { '': false, n: false, no: false, y: true, yes: true } as const;

/** Asks until an answer is one of the known ones. */
async function answer<T>(
  io: Io,
  lines: AsyncGenerator<string, undefined>,
  question: string,
  known: Readonly<Record<string, T>>,
): Promise<T> {
  for (;;) {
    await io.out(question);
    const next: IteratorResult<string, undefined> = await lines.next();
    if (next.done === true) {
      await io.out('\n');
      throw usageError('there was no answer, and nothing was written', 'add --c, --ts or --yes');
    }
    const word = next.value.trim().toLowerCase();
    if (Object.hasOwn(known, word)) return known[word]!;
  }
}

async function* linesOf(input: Input): AsyncGenerator<string, undefined> {
  let pending = '';
  for await (const piece of input.read()) {
    pending += piece;
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      yield pending.slice(0, end);
      pending = pending.slice(end + 1);
    }
  }
  return undefined;
}

/** Returns C if the folder looks like a project in C or C++. */
function usualLanguage(): Language {
  const isC = (name: string): boolean =>
    isWrittenIn(name, COMPILED_LANGUAGES) || ['CMakeLists.txt', 'meson.build', 'compile_commands.json'].includes(name);
  const folders = ['.', ...(existsSync('src') ? ['src'] : [])];
  return folders.some((folder) => namesIn(folder).some(isC)) && !existsSync('tsconfig.json') ? 'c' : 'ts';
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Writes a file, unless there is one of this name. Returns what was done. */
function write({ path, text }: Template): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    return `wrote   ${path}`;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return `kept    ${path}`;
    throw usageError(`cannot write ${path}: ${reasonOf(error)}`, 'choose a folder that you can write to');
  }
}

/** Writes AGENTS.md. One that exists is the user's own: it is kept, and what to add is printed. */
function addSection(): string {
  const { path, text } = AGENTS;
  if (!existsSync(path)) return write({ path, text: `# Instructions for coding agents\n\n${text}` });
  return readFileSync(path, 'utf8').includes('npx fencepost')
    ? `kept    ${path}`
    : `kept    ${path}; add to it:\n\n${text}`;
}

/** A configuration may have another name. */
function writeConfig(): string {
  const [existing] = configsIn('');
  return existing === undefined ? write(CONFIG) : `kept    ${existing}`;
}

/** Adds a script to package.json, if there is one. */
function addScript(): string | undefined {
  const file = 'package.json';
  if (!existsSync(file)) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `kept    ${file} (it is no object)`;
    const scripts: unknown = 'scripts' in value ? value.scripts : {};
    if (typeof scripts !== 'object' || scripts === null) return `kept    ${file} (its scripts are no object)`;
    if (SCRIPT.name in scripts) return `kept    ${file}`;
    const changed = { ...value, scripts: { ...scripts, [SCRIPT.name]: SCRIPT.command } };
    const indent = /^[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? 2;
    writeFileSync(file, JSON.stringify(changed, undefined, indent) + (text.endsWith('\n') ? '\n' : ''));
    return `changed ${file}: npm run ${SCRIPT.name}`;
  } catch (error) {
    return `kept    ${file} (${error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error)})`;
  }
}
