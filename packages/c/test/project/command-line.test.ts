import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitCommand, withResponseFiles } from '../../src/project/command-line.js';

describe('a command of a project', () => {
  it.each([
    ['cc -c  a.c', ['cc', '-c', 'a.c']],
    [String.raw`cc -DX='"a b"' -DY="c d" -DZ=\"e\ f\"`, ['cc', '-DX="a b"', '-DY=c d', '-DZ="e f"']],
    [String.raw`cc -D'X="a b"' "-DV=\"1.0\"" 'it''s'`, ['cc', '-DX="a b"', '-DV="1.0"', 'its']],
    [String.raw`cc "-I/a b" -I/c\ d "\$x \n"`, ['cc', '-I/a b', '-I/c d', String.raw`$x \n`]],
    ['cc \'\' "" -D""X', ['cc', '', '', '-DX']],
    ['  ', []],
  ])('is separated as by a shell: %s', (command, words) => {
    expect(splitCommand(command, false)).toEqual(words);
  });

  it('has backslashes in paths on Windows', () => {
    expect(splitCommand(String.raw`C:\llvm\clang.exe -IC:\a\b "-DX=\"y z\"" "C:\p q\a.c"`, true)).toEqual([
      String.raw`C:\llvm\clang.exe`,
      String.raw`-IC:\a\b`,
      '-DX="y z"',
      String.raw`C:\p q\a.c`,
    ]);
  });

  it('may have its arguments in files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-response-'));
    writeFileSync(join(folder, 'a.rsp'), '-DX -I"b c"\n@b.rsp\n');
    writeFileSync(join(folder, 'b.rsp'), '-DY');
    writeFileSync(join(folder, 'self.rsp'), '@self.rsp');
    expect(withResponseFiles(['-c', '@a.rsp', '@'], folder)).toEqual(['-c', '-DX', '-Ib c', '-DY', '@']);
    expect(() => withResponseFiles(['@self.rsp'], folder)).toThrow(/includes itself/);
    expect(() => withResponseFiles(['@none.rsp'], folder)).toThrow(/cannot read/);
  });
});
