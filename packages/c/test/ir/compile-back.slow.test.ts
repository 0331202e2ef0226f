import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { instrument } from '../../src/ir/rewrite/instrument.js';
import { clang, CLANG, compileBack, FIXTURES } from './fixtures.js';

const PROGRAMS = `${FIXTURES}/programs`;
const FRONT_END = ['-g', '-w', '-fno-exceptions', '-fno-rtti', '-fno-vectorize', '-fno-slp-vectorize'];
const LEVELS = { '-O0': ['-O0', '-Xclang', '-disable-O0-optnone'], '-O2': ['-O2'] } as const;

function compile(file: string, target: string, level: keyof typeof LEVELS): string {
  const flags = file.endsWith('.cpp') ? ['-std=c++17'] : ['-std=gnu11'];
  const args = [`--target=${target}`, ...FRONT_END, ...flags, ...LEVELS[level], '-S', '-emit-llvm', '-o', '-'];
  return clang([...args, `${PROGRAMS}/${file}`], undefined);
}

describe.skipIf(CLANG === undefined).each(['-O0', '-O2'] as const)(
  'LLVM accepts the rewritten IR of C at %s',
  (level) => {
    // A variadic function needs the data model of wasm32.
    const files = readdirSync(PROGRAMS).filter((file) => file !== 'variadic.c');

    it.each(files)('%s', (file) => {
      const { ll, labels, hasMain } = instrument(compile(file, 'x86_64-linux-gnu', level));
      expect(hasMain).toBe(true);
      expect(labels.length).toBeGreaterThan(0);
      // Without optimization every access of C comes from a line of the source; C++ has guards of its own.
      if (level === '-O0' && file.endsWith('.c')) {
        const accesses = labels.filter(({ kind }) => ['load', 'store', 'rmw', 'cas', 'fence'].includes(kind));
        expect(accesses.filter(({ site }) => site === undefined)).toEqual([]);
      }
      compileBack(ll);
    });

    it.each(['variadic.c', 'builtins.c'])('%s for wasm32', (file) => {
      compileBack(instrument(compile(file, 'wasm32', level)).ll, 'wasm32');
    });
  },
);
