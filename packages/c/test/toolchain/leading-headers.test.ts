import { describe, expect, it } from 'vitest';
import { leadingHeaders } from '../../src/toolchain/leading-headers.js';

describe('the headers that a source begins with', () => {
  it('are those before anything else', () => {
    const source = '#include <atomic>\n# include<thread> // threads\n\n#include "own.h"\n#include <mutex>\n';
    expect(leadingHeaders(source)).toEqual(['atomic', 'thread']);
  });

  it.each([
    ['a macro', '#define NDEBUG\n'],
    ['a pragma', '#pragma once\n'],
    ['a condition', '#if 1\n'],
    ['a declaration', 'int x;\n'],
    ['a header of the user', '#include "own.h"\n'],
    ['a header that is not of the standard', '#include <own.h>\n'],
    ['a comment that continues on the next line', '// \\\n'],
    ['what was a backslash in old standards', '// ??/\n'],
  ])('are none after %s', (_, before) => {
    expect(leadingHeaders(`${before}#include <atomic>\nint main() {}\n`)).toEqual([]);
  });

  it('may have comments between them', () => {
    const source =
      '\uFEFF/* One.\n#include <vector> */\n// Two.\r\n#include <atomic> /* a */ // b\r\n\t/* c */ #include <map>\n';
    expect(leadingHeaders(source)).toEqual(['atomic', 'map']);
  });

  it('end where a line says more', () => {
    expect(leadingHeaders('#include <atomic> int\n#include <map>\n')).toEqual([]);
    expect(leadingHeaders('#include <atomic> /* a\n */ #include <map>\n')).toEqual([]);
    expect(leadingHeaders('#include <atomic>')).toEqual([]);
  });
});
