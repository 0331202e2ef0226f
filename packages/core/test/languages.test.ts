import { expect, it } from 'vitest';
import { COMPILED_LANGUAGES, SCRIPT_LANGUAGES, endingsOf, isCxx, isWrittenIn, languageOfSource } from '../src/index.js';

it.each([
  ['a.c', 'C'],
  ['folder.ts/a.i', 'C'],
  ['a.c++', 'C++'],
  ['a.C', 'C++'],
  ['a.CPP', 'C++'],
  ['a.ll', 'LLVM IR'],
  ['a.check.mts', 'TypeScript'],
  ['C:\\sources\\a.jsx', 'JavaScript'],
  ['SB.litmus', 'litmus'],
  ['.c', undefined],
  ['a.hpp', undefined],
  ['c', undefined],
])('the language of %s is %s', (file, language) => {
  expect(languageOfSource(file)).toBe(language);
});

it('no ending is of two languages', () => {
  const all = endingsOf(...COMPILED_LANGUAGES, ...SCRIPT_LANGUAGES, 'litmus');
  expect(new Set(all).size).toBe(all.length);
});

it('headers are no sources, but of C++', () => {
  expect(isWrittenIn('ring.hpp', COMPILED_LANGUAGES)).toBe(false);
  expect(['ring.hpp', 'ring.c++', 'ring.h', 'ring.c'].map(isCxx)).toEqual([true, true, false, false]);
});
