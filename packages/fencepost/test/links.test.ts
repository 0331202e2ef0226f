import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { link, linker, supportsLinks } from '../src/cli/terminal/links.js';

const KITTY = { TERM: 'xterm-kitty' };
const OPEN = '\u001b]8;;';
const END = '\u001b\\';

/** Shows links as `[text](address)`. */
function shown(text: string): string {
  return text.replaceAll(
    /\u001b\]8;;([^\u001b]+)\u001b\\([^\u001b]*)\u001b\]8;;\u001b\\/g,
    (_, address: string, label: string) => `[${label}](${address.replace(hostname(), 'host')})`,
  );
}

describe('links', () => {
  it.each<[Record<string, string>, boolean]>([
    [KITTY, true],
    [{ TERM: 'xterm-256color', VTE_VERSION: '7006' }, true],
    [{ TERM: 'xterm-256color', VTE_VERSION: '4906' }, false],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, true],
    [{ TERM: 'xterm-256color', KONSOLE_VERSION: '230804' }, true],
    // It finds places by itself.
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }, false],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, false],
    [{ TERM: 'xterm' }, false],
    [{ TERM: 'dumb', VTE_VERSION: '7006' }, false],
    [{ ...KITTY, TMUX: '/tmp/tmux' }, false],
    [{ ...KITTY, STY: '1.pts' }, false],
    [{ ...KITTY, CI: '1' }, false],
    [{ ...KITTY, NO_COLOR: '1' }, false],
    [{ ...KITTY, FORCE_HYPERLINK: '0' }, false],
    [{ TERM: 'xterm', FORCE_HYPERLINK: '1' }, true],
    [{}, false],
  ])('are shown by some terminals: %j', (environment, does) => {
    expect(supportsLinks(environment, true)).toBe(does);
    // Never in pipes.
    expect(supportsLinks({ ...environment, FORCE_HYPERLINK: '1' }, false)).toBe(false);
  });

  it('lead to files and lines', () => {
    const linked = linker(['src/a.c', 'a.c'], '/x/q.c');
    expect(shown(linked('at src/a.c:12:3, and a.c:4'))).toMatch(
      /^at \[src\/a\.c:12:3\]\(file:\/\/host\/.*\/src\/a\.c#12\), and \[a\.c:4\]\(file:\/\/host\/.*\/a\.c#4\)$/,
    );
    expect(shown(linked('line 7'))).toBe('[line 7](file://host/x/q.c#7)');
    expect(shown(linked('\u001b[1ma.c\u001b[0m'))).toMatch(/^\u001b\[1m\[a\.c\]\(.*\)\u001b\[0m$/);
    for (const other of ['xa.c', './a.cpp', 'other/a.c:3', 'deadline 7', 'outline 3', 'line x']) {
      expect(linked(other)).toBe(other);
    }
  });

  it('contain no characters that control a terminal', () => {
    const address = link('x', '/tmp/a\u001b]8;;evil\u0007 #?é%.c', '3').slice(OPEN.length).split(END)[0]!;
    expect(address).toMatch(/^file:\/\/[\w.-]*\/tmp\/a%1B(?:\]|%5D)8;;evil%07%20%23%3F%C3%A9%25\.c#3$/);
    const hostile = linker(['a\u0007.c'])('a\u0007.c:3');
    expect(hostile).toBe('a\u0007.c:3');
  });

  it('are in the report on a terminal, and nowhere else', async () => {
    const args = ['check', 'packages/fencepost/test/fixtures/many-failures.mjs', '--model', 'sc', '--repair', 'never'];
    const there = await fencepost(args, { outIsTerminal: true, columns: 100, environment: KITTY });
    expect(there.out).toContain(OPEN);
    expect(shown(there.out)).toMatch(/^\u001b\[1m\[packages.*many-failures\.mjs\]\(file:.*many-failures\.mjs\)/);
    const plain = await fencepost(args, { outIsTerminal: true, columns: 100, environment: { TERM: 'xterm' } });
    const withoutTimes = (text: string): string => text.replaceAll(/\d+\.\d+ s/g, 'T');
    const withoutLinks = there.out.replaceAll(/\u001b\]8;;[^\u001b]*\u001b\\/g, '');
    expect(withoutTimes(withoutLinks)).toBe(withoutTimes(plain.out));
    const tested = ['test', 'examples/programs/dekker.mjs', '--max-executions', '100', '--model', 'tso'];
    const tests = await fencepost(tested, { outIsTerminal: true, columns: 100, environment: KITTY });
    expect(tests.out).toContain(`${OPEN}file://`);
    const piped = await fencepost([...args, '--color', 'always'], { environment: { ...KITTY, FORCE_HYPERLINK: '1' } });
    expect(piped.out).not.toContain(OPEN);
  });
});
