import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

async function helpFor(...command: string[]): Promise<{ text: string; lines: string[] }> {
  const { code, out, err } = await fencepost([...command, '--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return { text: out, lines: out.replace(/\n$/, '').split('\n') };
}

const COMMANDS = [...['check', 'test', 'replay', 'fix', 'relax', 'litmus', 'record', 'monitor', 'steer'], 'cluster'];

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

  // Options are listed by the message about one that does not exist.
  it.each(['check', 'fix', 'litmus', 'monitor', 'record', 'test'])(
    'for %s has every option that there is, and no other',
    async (command) => {
      const { err } = await fencepost([command, '--xxxxxxxxxxxxxxxx']);
      const known = /options are (.*)\n/.exec(err)![1]!.split(', ');
      const { text } = await helpFor(command);
      const shown = [...text.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, option]) => option!);
      expect(shown.toSorted()).toEqual(known.toSorted());
      for (const [option] of text.matchAll(/--[a-z]+[a-z-]*/g)) expect(known).toContain(option);
    },
  );

  it('for check groups its options', async () => {
    const { lines } = await helpFor('check');
    expect(lines).toEqual(
      expect.arrayContaining(['Which executions:', 'What to check:', 'How far to search:', 'What to print:']),
    );
  });
});
