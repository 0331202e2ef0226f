import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import type { ExecutionsQuestion } from '../judges/executions.js';
import type { Case, TruthSet } from '../set.js';
import { INCLUDED, filesBelow } from './files-below.js';

/** Dartagnan's targets whose model is one of ours. */
const MODELS: Readonly<Record<string, GivenModel>> = { TSO: 'tso', ARM8: 'arm64', C11: 'rc11' };

/** Classes of tests: RC11 for C11 only, and no model of the Linux kernel. */
const CLASSES = /(?:^|\/)(?:CLocks|RC11Locks|LFDS|RC11LFDS|RC11|Miscellaneous|Mixed|Liveness)Test\.java$/;

/** A row of a table of parameters: name, target, result, and perhaps a bound. */
const ROW = /^\s*\{"([^"]+)", (\w+), (PASS|FAIL|UNKNOWN)(?:, \d+)?\}/gm;

const HINTS = [
  ...['-I', INCLUDED, '-include', 'dartagnan.h'],
  ...['-Wno-incompatible-pointer-types', '-Wno-int-conversion'],
];

/**
 * Dartagnan's tests in C. A result is unknown if Dartagnan finds no violation but its bound ends a loop: the program is
 * believed to be right.
 */
export const DARTAGNAN_C: TruthSet = {
  name: 'dartagnan-c',
  what: 'Dartagnan’s locks, lock-free structures and other tests in C, under TSO, ARMv8 and RC11, and whether they end',
  from: 'github.com/hernanponcedeleon/Dat3M (its root: benchmarks, include and dartagnan/src/test/java)',
  partOf: (id) => id.split(' ')[0]!,
  cases: (folder) => filesBelow(folder, CLASSES).flatMap((test) => rowsOf(folder, test)),
};

function rowsOf(folder: string, test: string): Case[] {
  const text = readFileSync(join(folder, test), 'utf8');
  const below = /getTestResourcePath\("([^"]+)" \+ name/.exec(text)?.[1] ?? '';
  const kind = basename(test, 'Test.java');
  return [...text.matchAll(ROW)].flatMap(([, name = '', target = '', result]): Case[] => {
    const model = MODELS[target];
    const source = sourceOf(join(folder, 'benchmarks', below), name);
    if (model === undefined || source === undefined) return [];
    const flags = ['-I', join(folder, 'include'), ...HINTS, ...source.macros.map((macro) => `-D${macro}`)];
    // A thread that waits forever violates termination only, which is asked for in a class of its own.
    const counted: Pick<ExecutionsQuestion, 'only' | 'ignoresStuck'> =
      kind === 'Liveness' ? { only: 'deadlock' } : { ignoresStuck: true };
    const question: ExecutionsQuestion = { kind: 'executions', files: [source.file], flags, model, ...counted };
    return [{ id: `${model} ${kind} ${name}`, expected: result === 'FAIL' ? 'fails' : 'safe', question }];
  });
}

/** Returns the file of a test, and the macros that select its variant: `mutex-acq2rx_lock` is `mutex.c`, weakened. */
function sourceOf(folder: string, name: string): { file: string; macros: string[] } | undefined {
  const whole = join(folder, `${name}.c`);
  if (existsSync(whole)) return { file: whole, macros: [] };
  const [, base = '', variant = ''] = /^(.+?)-((?:acq|rel)2rx(?:_\w+)?|CAS-relaxed|fail)$/.exec(name) ?? [];
  const file = join(folder, `${base}.c`);
  if (!existsSync(file)) return undefined;
  const macro = variant.toUpperCase().replace(/_(?:LOCK|UNLOCK)$/, '');
  const header = file.replace(/\.c$/, '.h');
  const knows = macro.endsWith('_FUTEX') || (existsSync(header) && readFileSync(header, 'utf8').includes(macro));
  return { file, macros: [knows ? macro : 'FAIL'] };
}
