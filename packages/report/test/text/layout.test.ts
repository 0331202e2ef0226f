import { describe, expect, it } from 'vitest';
import { cut, displayWidth, hanging, wrap } from '../../src/text/layout.js';
import { counted, duration, listed, roughly } from '../../src/text/numbers.js';
import type { Text } from '../../src/text/style.js';
import { hueOf, render, span, unbroken } from '../../src/text/style.js';

const plain = (lines: readonly Text[]): string[] => lines.map((line) => render(line, false));

describe('the width of a text', () => {
  it.each([
    ['flag[0] → 1', 11],
    ['计数', 4],
    ['\u{1f4c4}!', 3],
    ['e\u0301', 1],
    ['한글', 4],
    ['', 0],
  ])('%s', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('is the remaining part after cutting', () => {
    expect(cut('计数器 is full', 6)).toBe('计数…');
    expect(cut('short', 5)).toBe('short');
    expect(cut('longer', 5)).toBe('long…');
  });
});

describe('wrapping', () => {
  it('breaks at spaces', () => {
    expect(plain(wrap(['one two ', span('three four', 'error')], 9))).toEqual(['one two', 'three', 'four']);
  });

  it('keeps wider gaps within a line and drops them between lines', () => {
    expect(plain(wrap(['x = 1  (in buffer)'], 20))).toEqual(['x = 1  (in buffer)']);
    expect(plain(wrap(['x = 1  (in buffer)'], 12))).toEqual(['x = 1  (in', 'buffer)']);
    expect(plain(wrap(['x = 1  ', `(${unbroken('in buffer')})`], 12))).toEqual(['x = 1', '(in buffer)']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(plain(wrap(['a 计数器计数器'], 5))).toEqual(['a', '计数', '器计', '数器']);
    expect(plain(wrap(['abc', span('def', 'error')], 2))).toEqual(['ab', 'cd', 'ef']);
    expect(plain(wrap(['计数'], 1))).toEqual(['计', '数', '']);
  });

  it('indents all lines after the first', () => {
    expect(plain(hanging(['1. '], ['one two'], 7))).toEqual(['1. one', '   two']);
  });
});

describe('rendering', () => {
  it('has one pair of codes for words of one tone, and none after the last', () => {
    const line = wrap([span('not robust', 'warning'), ', really  '], 30)[0]!;
    expect(render(line, true)).toBe('\u001b[33mnot robust\u001b[0m, really');
  });

  it('lets nothing through that would steer the terminal', () => {
    expect(render(['a\u001b[2Jb\u202ec\nd\u0085'], false)).toBe('a\ufffd[2Jb\ufffdc\ufffdd\ufffd');
    expect(render([span('\u001b]0;x\u0007', 'error')], true)).toBe('\u001b[31m\ufffd]0;x\ufffd\u001b[0m');
  });

  it('gives neighbouring threads different hues', () => {
    expect(new Set([0, 1, 2].map(hueOf)).size).toBe(3);
    expect(hueOf(2)).not.toBe(hueOf(3));
  });
});

describe('numbers', () => {
  it('are counted, rounded, and shown as times', () => {
    expect([counted(1, 'step'), counted(12_000, 'step')]).toEqual(['1 step', '12,000 steps']);
    expect([7.4, 96, 12_345, 999_999, 1.26e15].map(roughly)).toEqual(['7', '96', '12,000', '1,000,000', '1.3 × 10^15']);
    expect([0.004, 59.99, 75.4, 3600].map(duration)).toEqual(['0.00 s', '59.99 s', '1 min 15 s', '60 min 0 s']);
    expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['a', 'a and b', 'a, b and c']);
  });
});
