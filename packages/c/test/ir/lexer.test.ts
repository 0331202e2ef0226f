import { describe, expect, it } from 'vitest';
import { Cursor, joinTokens, splitAtCommas, tokenize } from '../../src/ir/syntax/lexer.js';

function kinds(text: string): string[] {
  return tokenize(text).map(({ kind, text: token }) => `${kind} ${token}`);
}

describe('the lexer of LLVM IR', () => {
  it('reads names with any characters as one token', () => {
    expect(kinds('%atomic-load = load atomic i32, ptr %x.addr')).toEqual([
      'local %atomic-load',
      'symbol =',
      'word load',
      'word atomic',
      'word i32',
      'symbol ,',
      'word ptr',
      'local %x.addr',
    ]);
    expect(kinds('@"a b, c" %"x = y" $_ZN1SC2Ei @.str.1 %0')).toEqual([
      'global @"a b, c"',
      'local %"x = y"',
      'comdat $_ZN1SC2Ei',
      'global @.str.1',
      'local %0',
    ]);
  });

  it('reads numbers in all forms', () => {
    const numbers = ['0', '-1', '1.500000e+00', '-2.5e-10', '0x3FF8000000000000', '0xK3FFF8000000000000000', '0xH3C00'];
    expect(kinds(numbers.join(', ')).filter((token) => token !== 'symbol ,')).toEqual(
      numbers.map((number) => `number ${number}`),
    );
  });

  it('reads brackets, empty ones too', () => {
    expect(kinds('[0 x i8] [] <{ i8 }> (...)')).toEqual(
      [
        ['symbol [', 'number 0', 'word x', 'word i8', 'symbol ]', 'symbol [', 'symbol ]', 'symbol <', 'symbol {'],
        ['word i8', 'symbol }', 'symbol >', 'symbol (', 'symbol ...', 'symbol )'],
      ].flat(),
    );
  });

  it('knows labels, strings, metadata and attributes', () => {
    expect(kinds('for.cond: "a b": 21: c"x;\\00" "y" !dbg !12 !{!"z"} #0 #dbg_declare')).toEqual([
      'label for.cond:',
      'label "a b":',
      'label 21:',
      'string c"x;\\00"',
      'string "y"',
      'metadata !dbg',
      'metadata !12',
      'metadata !',
      'symbol {',
      'metadata !',
      'string "z"',
      'symbol }',
      'attribute #0',
      'attribute #dbg_declare',
    ]);
  });

  it('drops comments, but not in strings', () => {
    expect(joinTokens(tokenize('ret void ; preds = %1'))).toBe('ret void');
    expect(joinTokens(tokenize('c"a;b"'))).toBe('c"a;b"');
  });

  it('prints the text it read', () => {
    const text = 'call i32 (ptr, ...) @printf(ptr noundef @.str, double 1.500000e+00), !dbg !3';
    expect(joinTokens(tokenize(text))).toBe(text);
  });

  it('refuses text that is not IR', () => {
    expect(() => tokenize('int main() { return 1 + 2; }')).toThrow(/not LLVM IR/);
  });

  it('splits at commas outside brackets', () => {
    const parts = splitAtCommas(tokenize('i32 1, { i8, i8 } %x, [2 x i8] c"a,"'));
    expect(parts.map((part) => joinTokens(part))).toEqual(['i32 1', '{ i8, i8 } %x', '[2 x i8] c"a,"']);
  });

  it('reports the place of a syntax error', () => {
    expect(() => {
      new Cursor(tokenize('load i32'), 1).expect(',');
    }).toThrow("found 'i32', expected ',', in: load i32");
  });
});
