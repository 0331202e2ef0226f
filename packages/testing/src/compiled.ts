import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Bounds } from '@fencepost/c';
import { DEFAULT_BOUNDS, build, clangCandidates, compiledProgram } from '@fencepost/c';
import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { Exploration, ExploreOptions } from '@fencepost/explore';
import { afterAll } from 'vitest';

/** The tests that compile are skipped where nothing can. */
export const canCompile = clangCandidates(process.env)[0]?.linker !== undefined;

/** So are those that compile Rust. */
export const hasRust = spawnSync('rustc', ['--version']).status === 0;

const root = resolve(import.meta.dirname, '../../..');
export const corpus = join(root, 'corpus');

/** Programs on which other checkers were measured. They are not part of this repository. */
const peers = process.env['FENCEPOST_PEERS'] ?? join(root, '..', 'shared', 'peer-programs');
export const hasPeers = existsSync(join(peers, 'nidhugg')) && existsSync(join(peers, 'genmc'));
export const peer = (name: string): string => join(peers, name);

export const MODELS = ['sc', 'tso', 'pso'] as const satisfies readonly ModelName[];

const folder = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the test's own. */
export function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export interface Compiled {
  readonly flags?: readonly string[];
  readonly bounds?: Partial<Bounds>;
}

/** The program in these files. */
export async function compile(files: string | readonly string[], { flags = [], bounds }: Compiled = {}) {
  const built = await build({ files: typeof files === 'string' ? [files] : files, flags });
  return compiledProgram('test', built, { ...DEFAULT_BOUNDS, ...bounds });
}

type Explore = (states: LocalStates, options: ExploreOptions) => Exploration;

/** Explores a compiled program. Restarts when the program learns about memory. */
export function explored(program: Program, explore: Explore, options: ExploreOptions): Exploration {
  return settled(program, () => explore(new LocalStates(program), options));
}

/** Returns the result of `attempt`, repeated until the program no longer learns anything that restarts the search. */
export function settled<T>(program: Program, attempt: () => T): T {
  let times = 0;
  return withRestarts(() => {
    if (++times > 1000) throw new Error('it begins again and again');
    return attempt();
  }, program);
}

/** Explores under SC, TSO and PSO. The local states of threads are discovered only once. */
export function exploredAll(program: Program, explore: Explore): readonly Exploration[] {
  return settled(program, () => {
    const states = new LocalStates(program);
    return MODELS.map((model) => explore(states, { model }));
  });
}

/** Executions under SC, TSO and PSO. */
export function counts(program: Program, explore: Explore): readonly number[] {
  return exploredAll(program, explore).map(({ executions }) => executions);
}

/** Where objects begin; below it are the variables that the program defines. */
const FIRST_OBJECT = 2 ** 28;

/** The ways to end, each as the values of all global variables that differ from the beginning. */
export function endings({ states, finals }: Exploration): ReadonlySet<string> {
  const { locations } = states;
  const found = new Set<string>();
  for (const final of finals) {
    const parts: string[] = [];
    locations.addresses.forEach((address, location) => {
      const value = final.value(location);
      if (address >= FIRST_OBJECT || value === locations.initial[location]) return;
      parts.push(`${locations.name(location)}=${value}`);
    });
    found.add([final.deadlocked ? 'deadlocked' : 'ended', ...parts.sort()].join(' '));
  }
  return found;
}
