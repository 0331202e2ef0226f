import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { allCommands } from '../src/cli/commands.js';
import { offered } from '../src/options/command-line.js';

async function helpFor(...command: string[]): Promise<{ text: string; lines: string[] }> {
  const { code, out, err } = await fencepost([...command, '--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return { text: out, lines: out.replace(/\n$/, '').split('\n') };
}

/** These show the help of their family. */
const HELPLESS = ['cluster stop', 'cluster resume', 'cluster history'];

const COMMANDS = [
  ...['check', 'fix', 'replay', 'init', 'demo', 'litmus', 'test', 'relax', 'completion'],
  ...['record', 'monitor', 'steer', 'cluster'],
];

describe('help', () => {
  it.each([[], ['check'], ['cluster', 'submit']])('is also a command: %s %s', async (...command) => {
    const { text } = await helpFor(...command);
    expect(await fencepost(['help', ...command])).toEqual({ code: 0, out: text, err: '' });
  });

  it.each([[], ...COMMANDS.map((name) => [name])].map((command) => [command]))(
    'for %j fits in 80 columns, with examples and exit codes',
    async (command) => {
      const { text, lines } = await helpFor(...command);
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      expect(text).toMatch(/^Usage: fencepost/);
      expect(text).toMatch(/^Examples?:\n {2}fencepost /m);
      expect(text).toMatch(/^Exit codes:/m);
    },
  );

  it.each([[[]], [['check']], [['test']]])('for %j fits on a screen', async (command) => {
    expect((await helpFor(...command)).lines.length).toBeLessThanOrEqual(50);
  });

  it.each(
    allCommands()
      .map(({ name }) => name)
      .filter((name) => !HELPLESS.includes(name)),
  )('for %s --all has every option that there is, and no other', async (name) => {
    const known = offered(allCommands().find((each) => each.name === name)!).map(([, { flag }]) => `--${flag!}`);
    const { text } = await helpFor(...name.split(' '), '--all');
    const shown = [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option!);
    expect(shown.toSorted()).toEqual(known.toSorted());
    for (const [option] of text.matchAll(/--[a-z]+[a-z-]*/g)) expect(known).toContain(option);
  });

  it('for check shows the common options, and all with --all', async () => {
    const optionsIn = (text: string): string[] =>
      [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option!);
    const [few, all] = [await helpFor('check'), await helpFor('check', '--all')];
    expect(optionsIn(few.text)).toEqual([
      ...['--model', '--races', '--allow-relaxed', '--all', '--test-case', '--resume', '--max-time', '--format'],
      ...['--report', '--quiet', '--open', '--watch', '--help', '--help'],
    ]);
    expect(few.text).toMatch(/^ {2}--help --all +all 39 options$/m);
    expect(optionsIn(all.text).length).toBe(39);
    // The common ones first.
    expect(optionsIn(all.text).slice(0, 13)).toEqual(optionsIn(few.text).slice(0, 13));
    expect(few.lines.length).toBeLessThanOrEqual(40);
    expect(few.text.split('Examples:\n')[1]!.trim().split('\n')).toHaveLength(3);
  });

  it('names the commands before anything else, the everyday ones first', async () => {
    const { text } = await helpFor();
    const headings = [...text.matchAll(/^(\w[^:\n]*):\n/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Everyday', 'More', 'Large or recorded', 'Options', 'Examples']);
    expect(text).not.toContain('TSO');
  });

  it('on models is a topic of its own', async () => {
    const { code, out } = await fencepost(['help', 'models']);
    expect(code).toBe(0);
    for (const model of ['sc', 'tso, x86', 'pso', 'rc11, c11', 'arm64, arm']) {
      expect(out).toMatch(new RegExp(`^  ${model}  `, 'm'));
    }
    expect(out).toMatch(/sc,tso,rc11 for C and C\+\+; sc,arm64 for JavaScript/);
    expect((await fencepost(['models'])).err).toMatch(/hint: fencepost help models/);
  });

  it('for check groups its options', async () => {
    const { lines } = await helpFor('check', '--all');
    expect(lines).toEqual(
      expect.arrayContaining(['Which executions:', 'What to check:', 'How far to search:', 'What to print:']),
    );
  });
});
