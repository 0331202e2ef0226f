import { expect, test } from 'vitest';
import { terminal } from '../site/.vitepress/console.js';

const BLOCK = `$ npx fencepost check queue.c
queue.c
  ✓ SC    safe                 1 execution, … s
  ! TSO   safe, not robust     2 executions, … s
  ✗ RC11  fails, not under SC  2 executions, … s

  RC11  assertion failed: a < b
    26  message → 0  (old: line 16 wrote 42)
    Why     Nothing orders them.
…
--- a/queue.c
+++ b/queue.c
-  x = 1;
+  y = 1;
$ echo $?
1
`;

/** Texts that have a colour, by its name. */
function coloured(html: string): [kind: string, text: string][] {
  return [...html.matchAll(/<span class="(?!vp-copy-ignore|lang)(\w+)">([^<]*)<\/span>/g)].map(([, kind, text]) => [
    kind!,
    text!,
  ]);
}

test('a console is coloured as a terminal is', () => {
  expect(coloured(terminal('console', BLOCK)!)).toEqual([
    ['prompt', '$ '],
    ['command', 'npx fencepost check queue.c'],
    ['good', '✓'],
    ['good', 'safe'],
    ['faint', '                 1 execution, … s'],
    ['odd', '!'],
    ['odd', 'safe, not robust'],
    ['faint', '     2 executions, … s'],
    ['bad', '✗'],
    ['bad', 'fails, not under SC'],
    ['faint', '  2 executions, … s'],
    ['strong', '  RC11  '],
    ['bad', 'assertion failed: a &lt; b'],
    ['odd', '(old: line 16 wrote 42)'],
    ['strong', 'Why'],
    ['omitted', '…'],
    ['faint', '--- a/queue.c'],
    ['faint', '+++ b/queue.c'],
    ['removed', '-  x = 1;'],
    ['added', '+  y = 1;'],
    ['prompt', '$ '],
    ['command', 'echo $?'],
  ]);
});

test('all of the text is there', () => {
  const html = terminal('console', BLOCK)!;
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  expect(text.trimEnd()).toBe(BLOCK.trimEnd());
});

test('commands are copied, and nothing else', () => {
  const html = terminal('console', BLOCK)!;
  const copied = html
    .replaceAll(/<span class="vp-copy-ignore">(?:[^<]|<span[^>]*>[^<]*<\/span>)*<\/span>/g, '')
    .replaceAll(/<[^>]*>/g, '');
  expect(copied.trim()).toBe('npx fencepost check queue.c\necho $?');
});

test('reports in texts are coloured, other blocks are left alone', () => {
  expect(coloured(terminal('text', '  ✗ SC  fails  1 execution\n')!)).toContainEqual(['bad', 'fails']);
  expect(terminal('text', 'some text\n')).toBeUndefined();
  expect(terminal('c', 'int x;\n')).toBeUndefined();
});
