import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { allCommands } from '../packages/fencepost/src/cli/commands.js';
import { offered } from '../packages/fencepost/src/options/command-line.js';
import { allOptions } from '../packages/fencepost/src/options/groups.js';
import { documentation } from '@fencepost/core';
import { fencepost } from '@fencepost/testing/terminal';
import { anchorOf } from '../site/.vitepress/anchors.js';

// The documentation is executed: what it shows must be what happens.

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.pages']);

/** Every file of the repository, by its path from the root. */
function filesBelow(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

const files = filesBelow('');
const markdown = files.filter((file) => file.endsWith('.md'));
/** What describes the present. Decisions and changes describe the past, and API reports are generated. */
const PAST = /^(?:docs\/internals\/decisions\/|CHANGELOG\.md$)|\.api\.md$/;
const present = markdown.filter((file) => !PAST.test(file));

interface Block {
  /** `docs/use/litmus.md:12`. */
  readonly place: string;
  readonly language: string;
  /** What follows the language: the file that the block shows. */
  readonly shows: string;
  readonly lines: readonly string[];
}

function blocksOf(file: string): Block[] {
  const blocks: Block[] = [];
  const text = read(file);
  for (const match of text.matchAll(/^( *)```(\w+)(?: (\S+))?\n(.*?)^ *```$/gms)) {
    const [, indentation = '', language = '', shows = '', body = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    const lines = body.split('\n').slice(0, -1);
    blocks.push({
      place: `${file}:${line}`,
      language,
      shows,
      lines: lines.map((one) => (one.startsWith(indentation) ? one.slice(indentation.length) : one)),
    });
  }
  return blocks;
}

const blocks = present.flatMap(blocksOf);
const OMITTED = '…';

interface Command {
  readonly text: string;
  readonly output: string[];
}

function commandsOf(block: Block): Command[] {
  const commands: Command[] = [];
  for (const line of block.lines) {
    if (line.startsWith('$ ')) commands.push({ text: line.slice(2), output: [] });
    else if (commands.length === 0) throw new Error(`${block.place}: output before the first command`);
    else commands.at(-1)!.output.push(line);
  }
  return commands;
}

/** Runs an example as `node` would, with the sources instead of a build. */
async function runExample(file: string): Promise<string> {
  let printed = '';
  const log = vi.spyOn(console, 'log').mockImplementation((...args: unknown[]) => {
    printed += `${format(...args)}\n`;
  });
  try {
    vi.resetModules();
    await import(/* @vite-ignore */ path.join(root, file));
  } finally {
    log.mockRestore();
  }
  return printed;
}

let exitCode = 0;

/** Runs Vitest as a user would, outside of this one. It takes the checks from the build. */
function runVitest(args: readonly string[]): Promise<string> {
  const ours = Object.entries(process.env).filter(([name]) => !/VITEST|^(?:NODE_ENV|TEST|DEV)$/.test(name));
  const env = { ...Object.fromEntries(ours), NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { env }, (error, out, err) => {
      exitCode = error === null ? 0 : Number(error.code ?? -1);
      resolve(out + err);
    });
  });
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What a command prints; undefined if it is not for a test to run. */
async function run(command: string): Promise<string | undefined> {
  const words = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const [program, ...args] = words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
  if (program === 'npx' && args[0] === 'fencepost') {
    const { code, out, err } = await fencepost(args.slice(1));
    exitCode = code;
    return out + err;
  }
  if (program === 'npx' && args[0] === 'vitest') return runVitest(args.slice(1));
  if (program === 'node' && args.length === 1) return runExample(args[0]!);
  if (program === 'cat' && args.length === 1) return read(args[0]!);
  if (command === 'echo $?') return `${exitCode}\n`;
  if (program === 'npm') {
    const script = args[0] === 'run' ? args[1]! : args[0]!;
    expect([...Object.keys(scripts), 'ci']).toContain(script);
    return undefined;
  }
  throw new Error(`the documentation shows '${command}', which this test does not know`);
}

function expectOutput(printed: string, shown: readonly string[]): void {
  const lines = printed.replace(/\n$/, '').split('\n');
  if (!shown.some((line) => line.includes(OMITTED))) {
    expect(lines).toEqual(shown);
    return;
  }
  const escape = (line: string): string => line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = shown
    .map((line) => (line === OMITTED ? '(?:.*\n)*?' : `${escape(line).replaceAll(OMITTED, '.*')}\n`))
    .join('');
  expect(`${lines.join('\n')}\n`).toMatch(new RegExp(`^${pattern}$`));
}

describe('commands print the output in the documentation', () => {
  const before = process.cwd();
  beforeAll(() => process.chdir(root));
  afterAll(() => process.chdir(before));

  const consoles = blocks.filter(({ language }) => language === 'console');

  test.each(consoles)('$place', async (block) => {
    for (const { text, output } of commandsOf(block)) {
      for (const command of text.split(' && ')) {
        const printed = await run(command);
        if (printed === undefined) expect(output).toEqual([]);
        else expectOutput(printed, output);
      }
    }
  });

  test('every example is shown', () => {
    const run = consoles.flatMap(commandsOf).map(({ text }) => text);
    const examples = files.filter((file) => /^examples\/[^/]+\.js$/.test(file));
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter((file) => !run.includes(`node ${file}`))).toEqual([]);
  });
});

describe('code in the documentation', () => {
  const code = blocks.filter(({ language, shows }) => shows !== '' || ['js', 'ts'].includes(language));

  // Whole files or pieces of them, by lines; how far they are indented does not matter.
  test.each(code)('is the code of the file it names: $place', ({ shows, lines }) => {
    expect(files).toContain(shows);
    const squeeze = (all: readonly string[]): string => `\n${all.map((line) => line.trim()).join('\n')}\n`;
    expect(squeeze(read(shows).split('\n'))).toContain(squeeze(lines));
  });
});

/** Prose only: no blocks. */
const proseOf = (file: string): string => read(file).replace(/^ *```.*?^ *```$/gms, '');

describe('names in the documentation', () => {
  /** As GitHub names headings: the second of the same text gets `-1`. */
  const anchorsOf = (file: string): string[] => {
    const seen = new Map<string, number>();
    return [...proseOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
      const anchor = anchorOf(heading!);
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    });
  };

  /** What is wrong, with the file that says it. */
  const wrong = (among: readonly string[], names: RegExp, isWrong: (name: string, file: string) => boolean): string[] =>
    among.flatMap((file) =>
      [...proseOf(file).matchAll(names)]
        .map(([, name]) => name!)
        .filter((name) => isWrong(name, file))
        .map((name) => `${file}: ${name}`),
    );

  const leadsNowhere = (target: string, file: string): boolean => {
    const [name = '', anchor] = target.split('#');
    const other = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    if (!fs.existsSync(path.join(root, other))) return true;
    return anchor !== undefined && !(other.endsWith('.md') && anchorsOf(other).includes(anchor));
  };

  test('links are valid', () => {
    const isBroken = (target: string, file: string): boolean =>
      !/^(?:https?|mailto):/.test(target) && leadsNowhere(target, file);
    expect(wrong(markdown, /\]\(([^)\s]+)\)/g, isBroken)).toEqual([]);
  });

  test('messages give addresses of pages that exist', () => {
    const sources = files
      .filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file))
      .map((file) => ({ file, text: read(file).replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '') }));
    const pages = sources.flatMap(({ text }) =>
      [...text.matchAll(/documentation\('([^']+)'\)/g)].map(([, page]) => page),
    );
    expect(pages.length).toBeGreaterThan(8);
    expect(pages.filter((page) => !fs.existsSync(path.join(root, 'docs', `${page}.md`)))).toEqual([]);
    // No package contains the folder.
    expect(sources.filter(({ text }) => /docs\/[a-z]+\/[a-z]+\.md/.test(text)).map(({ file }) => file)).toEqual([]);
    const { homepage } = JSON.parse(read('packages/fencepost/package.json')) as { homepage: string };
    expect(documentation('use/steer')).toBe(homepage.replace('#readme', '/blob/main/docs/use/steer.md'));
  });

  test('the index lists every page, and the list of decisions every decision', () => {
    const linkedFrom = (page: string): string[] =>
      [...proseOf(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, name]) =>
        path.posix.join(path.posix.dirname(page), name!),
      );
    const listed = new Set([...linkedFrom('docs/README.md'), ...linkedFrom('docs/internals/decisions/README.md')]);
    const pages = markdown.filter((file) => file.startsWith('docs/') && file !== 'docs/README.md');
    expect(pages.filter((page) => !listed.has(page))).toEqual([]);
    // The sidebar of the site shows the first link of each item of these sections.
    const sections = [...read('docs/README.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
    expect(sections).toEqual(['Start', 'Guides', 'Concepts', 'Reference', 'How it works', 'Evidence']);
    const items = read('docs/README.md').match(/^- .*$/gm) ?? [];
    expect(items.filter((item) => !item.startsWith('- ['))).toEqual([]);
  });

  test('decisions are at most a page', () => {
    const decisions = markdown.filter((file) => /\/decisions\/\d{4}-/.test(file));
    expect(decisions.length).toBeGreaterThan(50);
    const wordsOf = (file: string): number => read(file).replaceAll('|', ' ').trim().split(/\s+/).length;
    expect(decisions.filter((file) => wordsOf(file) > 450)).toEqual([]);
  });

  test('papers are cited by author and year', () => {
    expect(wrong(markdown, /\b([Pp]apers? 00\d)\b/g, () => true)).toEqual([]);
  });

  test('sources name pages that exist', () => {
    const sources = files.filter((file) => /\.(?:ts|tsx|js|mjs|c|h|yml|yaml|json|service)$/.test(file));
    const named = sources.flatMap((file) =>
      [
        ...read(file).matchAll(/(?<![\w/.])docs\/(?:learn|use|concepts|reference|internals|evidence)\/[\w/.#-]*\w/g),
      ].map(([name]) => [file, name] as const),
    );
    expect(named.length).toBeGreaterThan(10);
    const isMissing = (name: string): boolean =>
      name.includes('.md') ? leadsNowhere(name, '') : !files.some((file) => file.startsWith(name));
    expect(named.filter(([, name]) => isMissing(name)).map((each) => each.join(': '))).toEqual([]);
  });

  // `graph.ts`, `core/src/models/lowering.ts`: the end of a path.
  test('files exist', () => {
    const isMissing = (name: string): boolean => !files.some((file) => `/${file}`.endsWith(`/${name}`));
    expect(wrong(present, /`([\w./+-]+\.(?:ts|js|json|md|litmus|tsv))`/g, isMissing)).toEqual([]);
  });

  test('folders exist', () => {
    const isMissing = (name: string): boolean =>
      !SKIPPED.has(name.slice(0, -1)) && !files.some((file) => `/${file}`.includes(`/${name}`));
    expect(wrong(present, /`((?:[\w-]+\/)+)`/g, isMissing)).toEqual([]);
  });
});

describe('the reference is complete', () => {
  const library = read('docs/reference/library.md');

  test('every function and class of the library', async () => {
    const names = Object.keys(await import('fencepost'));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(library))).toEqual([]);
  });

  test('every error code', () => {
    const codes = [...read('packages/core/src/common/errors.ts').matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(
      ([, code]) => code!,
    );
    expect(codes.length).toBeGreaterThan(10);
    const text = read('docs/reference/errors.md');
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });

  test.each(
    allCommands()
      .filter(({ name }) => !name.startsWith('cluster '))
      .map(({ name }) => name),
  )('every option of %s', async (command) => {
    const { out } = await fencepost([command, '--help', '--all']);
    const options = new Set(out.match(/--[a-z][a-z-]+/g));
    const text = read('docs/reference/options.md');
    expect([...options].filter((option) => !text.includes(option))).toEqual([]);
  });

  /** The rows of the first table of a page, without its head. */
  const rowsOf = (page: string): string[][] =>
    [...read(page).matchAll(/^\| (`.*) \|$/gm)].map(([, row]) => row!.split(/(?<!\\) \| /).map((cell) => cell.trim()));

  test('the commands that take each option', () => {
    const columns = ['check', 'test', 'replay', 'litmus', 'monitor'];
    const rows = rowsOf('docs/reference/options.md').filter(([name]) => name!.startsWith('`--') && name !== '`-- …`');
    const told = rows.map(([name, , commands]) => [
      /--([a-z-]+)/.exec(name!)![1],
      columns.filter((column) => commands!.split(', ').includes(column)),
    ]);
    const taken = new Map<string, string[]>();
    const inOrder = columns.map((name) => allCommands().find((command) => command.name === name)!);
    for (const command of inOrder) {
      for (const [, { flag }] of offered(command)) taken.set(flag!, [...(taken.get(flag!) ?? []), command.name]);
    }
    expect(Object.fromEntries(told)).toMatchObject(Object.fromEntries(taken));
  });

  test('every setting of a configuration', () => {
    const text = read('docs/use/configuration.md');
    const [, list = ''] = /in camel case:([^.]*)\./.exec(text) ?? [];
    const kebab = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const listed = [...list.matchAll(/`(\w+)`/g)].map(([, key]) => [key!, kebab(key!)] as const);
    const rows = rowsOf('docs/use/configuration.md').map(([key, , option]) => [key!.slice(1, -1), option!] as const);
    const told = new Map<string, string | null>(listed);
    for (const [key, option] of rows) told.set(key, /^`--([a-z-]+)/.exec(option)?.[1] ?? null);
    const settings = allOptions().filter(([, { inConfig }]) => inConfig);
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.filter(([key]) => !settings.some(([name]) => name === key))).toEqual([]);
    expect(settings.map(([key]) => [key, told.get(key)])).toEqual(settings.map(([key, { flag }]) => [key, flag]));
  });

  test('the settings that a resumed search takes from a configuration', () => {
    const text = /only ([^.]*) apply\. Everything else stays/.exec(read('docs/use/configuration.md'))![1]!;
    const kept = allOptions().filter(([, { inConfig, resumable }]) => inConfig && resumable);
    expect([...text.matchAll(/`(\w+)`/g)].map(([, key]) => key).toSorted()).toEqual(
      kept.map(([key]) => key).toSorted(),
    );
  });
});
