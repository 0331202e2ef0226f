import type { Site } from '@fencepost/core';
import { load, program, store } from '@fencepost/core';
import { storyText } from '@fencepost/report';
import { execution } from '@fencepost/testing/reports';
import { describe, expect, it } from 'vitest';
import { StoryNames, ownLines, shortPaths, siteText } from '../../src/text/places.js';

describe('places', () => {
  it('of the checked file are lines, on Windows, too', () => {
    const message = String.raw`freed at C:\src\a.c:12:3 and C:/lib/b.c:4:5`;
    expect(ownLines(message, String.raw`C:\src\a.c`)).toBe('freed at line 12 and C:/lib/b.c:4:5');
    expect(ownLines('freed at src/a.c:12:3', 'src/a.c')).toBe('freed at line 12');
    expect(ownLines('(src/a.c:12:3, src/a.c:4)', 'src/a.c')).toBe('(line 12, line 4)');
  });

  it('are found in time that is linear in the length of words', () => {
    const begun = performance.now();
    const word = 'x'.repeat(1_000_000);
    expect(ownLines(`${word} a.c:3`, 'a.c')).toBe(`${word} line 3`);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it('prints paths as given, except for system headers', () => {
    const file = '/usr/lib/gcc/12/../../../../include/c++/12/bits/atomic_base.h';
    expect(siteText({ file, line: 501, column: 9 })).toBe('…/bits/atomic_base.h:501:9');
    expect(siteText({ file: '/home/me/queue.c', line: 3 })).toBe('/home/me/queue.c:3');
    expect(shortPaths(`waits at ${file}:501:9, also in (/opt/llvm/include/x.h:1)`)).toBe(
      'waits at …/bits/atomic_base.h:501:9, also in (…/include/x.h:1)',
    );
    expect(shortPaths('/usr/include/stdio.h:1')).toBe('…/include/stdio.h:1');
    expect(shortPaths('src/usr/local/a.c:1')).toBe('src/usr/local/a.c:1');
  });

  it('have their file where the program has several', () => {
    const at = (file: string, line: number): Site => ({ file, line });
    const two = program('two', (p) => {
      const x = p.variable('x');
      p.thread('a', function* () {
        yield store(x, 1, 'relaxed', at('lib/a.h', 3));
        yield load(x, 'relaxed', at('b.c', 3));
      });
    });
    expect(storyText(execution(two, 'sc', 'fp1:1x2').story, { width: 80, colour: false })).toEqual([
      'a',
      'a.h:3  x = 1',
      'b.c:3  x → 1',
    ]);
  });

  it('have their column where a line goes on and on', () => {
    const at = (line: number, column: number): Site => ({ file: 'index.min.js', line, column });
    const minified = program('minified', (p) => {
      const x = p.variable('x');
      p.thread('a', function* () {
        yield store(x, 1, 'relaxed', at(1, 20));
        yield load(x, 'relaxed', at(1, 3456));
        yield load(x, 'relaxed', at(2, 7));
      });
    });
    const { story } = execution(minified, 'sc', 'fp1:1x3');
    expect(storyText(story, { width: 80, colour: false })).toEqual([
      'a',
      '  1:20  x = 1',
      '1:3456  x → 1',
      '     2  x → 1',
    ]);
    expect(new StoryNames(story).spot(1).replaceAll('\u00a0', ' ')).toBe('line 1:3456');
  });
});
