import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from '@fencepost/c';
import { build, compiledProgram, DEFAULT_BOUNDS } from '@fencepost/c';
import type { ModelName } from '@fencepost/core';
import { FAIL, FencepostError, LocalStates, Machine, RestartSearch } from '@fencepost/core';
import type { Language } from './batch.js';
import { batch } from './batch.js';
import { Random } from '../random.js';

export interface Difference {
  readonly seed: number;
  readonly file: string;
  readonly native: string;
  readonly here: string;
}

/** Signed overflow wraps around, so that expressions need not avoid it. */
const FLAGS = ['-w', '-fwrapv'];
const CXX_FLAGS = [...FLAGS, '-std=c++20'];

/**
 * Compares programs with these seeds, compiled and run by the machine, with the same programs compiled and run here.
 */
export async function compareWithNative(
  language: Language,
  seeds: readonly number[],
  folder: string,
  compiler: string,
): Promise<Difference[]> {
  const name = `${language === 'c' ? 'c' : 'cxx'}${seeds[0]!}`;
  const file = join(folder, language === 'c' ? `${name}.c` : `${name}.cpp`);
  writeFileSync(file, batch(language, seeds));
  const flags = language === 'c' ? FLAGS : CXX_FLAGS;
  const binary = join(folder, name);
  execFileSync(compiler, [
    ...flags,
    '-O0',
    '-pthread',
    file,
    '-o',
    binary,
    '-lm',
    '-latomic',
    ...(language === 'c' ? [] : ['-lstdc++']),
  ]);
  const built = await build({ files: [file], flags, cache: false });
  return seeds.flatMap((seed, k) => {
    const native = execFileSync(binary, [String(k)], { encoding: 'utf8', timeout: 10_000 });
    const here = output(built, k, seed);
    return here === native ? [] : [{ seed, file, native, here }];
  });
}

/** Returns the output of the program, which does not depend on the order of its steps. */
function output(built: Built, which: number, seed: number): string {
  const program = compiledProgram('native', built, { ...DEFAULT_BOUNDS, unroll: 1000 }, new Map([['selected', which]]));
  const random = new Random(seed);
  const model = random.pick(['sc', 'tso', 'pso'] as const);
  for (;;) {
    try {
      const text = run(new LocalStates(program), model, random);
      return program.limits?.().length ? `${text}(a bound was hit)\n` : text;
    } catch (error) {
      if (error instanceof RestartSearch) continue;
      if (error instanceof FencepostError) return `${error.code}: ${error.message} (line ${error.site?.line ?? '?'})\n`;
      throw error;
    }
  }
}

/** Runs one random execution. */
function run(states: LocalStates, model: ModelName, random: Random): string {
  const machine = new Machine(states, model);
  let text = states.printed(machine.local[0]!);
  for (;;) {
    const able: { readonly thread: number; readonly rank: number }[] = [];
    for (let t = 0; t < machine.threads; t++) {
      if (machine.canRun(t)) able.push({ thread: t, rank: -1 });
      for (let rank = 0; rank < machine.memory.pending(t); rank++) {
        if (machine.canCommit(t, rank)) able.push({ thread: t, rank });
      }
    }
    if (able.length === 0) break;
    const { thread, rank } = random.pick(able);
    if (rank >= 0) machine.commit(thread, rank);
    else {
      const known = new Set(machine.local);
      machine.run(thread);
      for (const state of machine.local) if (!known.has(state)) text += states.printed(state);
    }
  }
  for (const state of machine.local) {
    if (states.kind[state] === FAIL) text += `${states.failure(state).message}\n`;
  }
  return machine.isDeadlocked() ? `${text}(deadlock)\n` : text;
}
