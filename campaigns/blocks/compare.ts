import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FinalView, ModelName, Program } from '@fencepost/core';
import { LocalStates, REFERENCE_MODEL, withRestarts, isCheckFailed } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { Random } from '../random.js';

const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso', 'arm64'];
/** Programs with more executions are not compared. */
const MOST = 500;
const BYTES = 6;

/** Returns random checks as a module: threads copy bytes with various functions, often between accesses to flags. */
function sourceOf(random: Random, count: number): string {
  const checks = Array.from({ length: count }, (_, i) => checkText(random, `p${i}`));
  return ["import { check } from 'fencepost';", 'const hash = (...all) => JSON.stringify(all);', ...checks].join('\n');
}

function checkText(random: Random, name: string): string {
  const threads = Array.from({ length: random.below(4) === 0 ? 3 : 2 }, (_, t) => {
    const body = Array.from({ length: 1 + random.below(3) }, () => statement(random));
    return `t.thread('t${t}', () => { const out = []; ${body.join(' ')} return hash(...out); });`;
  });
  return `check('${name}', (t) => {
  const flags = new Int32Array(new SharedArrayBuffer(8)), u = new Uint8Array(new SharedArrayBuffer(${BYTES}));
  const v = new Uint8Array(new SharedArrayBuffer(${BYTES}));
  ${threads.join('\n  ')}
  t.after((results) => {
    throw new Error(hash(results, [...u], [...v]));
  });
});`;
}

function statement(random: Random): string {
  const kind = random.below(10);
  const flag = random.below(2);
  if (kind < 4) return `${copy(random)} Atomics.store(flags, ${flag}, ${1 + random.below(2)});`;
  if (kind < 8) return `if (Atomics.load(flags, ${flag}) ${random.pick(['!==', '===', '>'])} 0) { ${copy(random)} }`;
  if (kind < 9) return `out.push(Atomics.add(flags, ${flag}, 1));`;
  return copy(random);
}

function copy(random: Random): string {
  const view = random.pick(['u', 'u', 'u', 'v']);
  const other = view === 'u' ? 'v' : 'u';
  const from = random.pick([0, 0, 0, 1, 3]);
  const to = random.pick([BYTES, BYTES, BYTES, 5, 4]);
  const part = `${view}.subarray(${from}, ${to})`;
  const value = 1 + random.below(3);
  const bytes = Array.from({ length: to - from }, (_, i) => value + (i % 2));
  return random.pick([
    `${view}.set([${bytes.join(', ')}], ${from});`,
    `${view}.set(new Uint8Array([${bytes.join(', ')}]), ${from});`,
    `${part}.fill(${value});`,
    `out.push(...${view}.slice(${from}, ${to}));`,
    `out.push(...${view}.slice(${from}, ${to}));`,
    `out.push(new Uint8Array(${part}).join());`,
    `${view}.copyWithin(${random.pick([0, 1, 3])}, ${random.pick([0, 2, 3])}, ${to});`,
    `${other}.set(${part}, ${BYTES - to});`,
    `${view}.set(${part}, ${random.pick([0, BYTES - to + from])});`,
    `out.push(${view}[${random.below(BYTES)}]);`,
    `${view}[${random.below(BYTES)}] = ${value};`,
    `${part}.sort();`,
    `${part}.reverse();`,
    `out.push(${part}.indexOf(${value}));`,
  ]);
}

interface Explored {
  readonly complete: boolean;
  /**
   * How the program ended, and the numbers of executions, of those that are not SC, and of those with a race, under
   * each model.
   */
  readonly found: string;
}

function explored(program: Program): Explored {
  const ends = new Set<string>();
  const watched = watching(program, ends);
  let complete = true;
  const found = MODELS.map((model) => {
    const { executions, blocked, nonSequential, racy, deadlocks, rest } = withRestarts(() => {
      ends.clear();
      watched.blocks?.allow(true);
      return exploreGraphs(new LocalStates(watched), { model, races: model === REFERENCE_MODEL, budget: MOST });
    }, watched);
    complete &&= rest.length === 0;
    return { model, executions, blocked, nonSequential, racy, deadlocks, ends: [...ends].toSorted() };
  });
  return { complete, found: JSON.stringify(found) };
}

/** Collects the final states, which the checks of the end throw. */
function watching(program: Program, ends: Set<string>): Program {
  const after = (final: FinalView): void => {
    try {
      program.after!(final);
    } catch (error) {
      if (!isCheckFailed(error)) throw error;
      ends.add(error.message);
    }
  };
  return Object.create(program, { after: { value: after } }) as Program;
}

export interface Compared {
  readonly programs: number;
  /** Number of programs explored to the end, and number of those with blocks that were not divided. */
  readonly compared: number;
  readonly whole: number;
  readonly differences: readonly string[];
}

/** Explores random programs with and without blocks. */
export async function compareBlocks(seed: number, count: number): Promise<Compared> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-blocks-'));
  try {
    const file = path.join(folder, 'blocks.check.mjs');
    const random = new Random(seed);
    writeFileSync(file, sourceOf(random, count));
    const load = async (): Promise<readonly Program[]> => (await loadChecks(file)).checks.map(({ program }) => program);
    const [programs, others] = [await load(), await load()];
    const differences: string[] = [];
    let [compared, whole] = [0, 0];
    for (const [i, program] of programs.entries()) {
      const [said, byBytes] = [explored(program), explored(withoutBlocks(others[i]!))];
      if (!said.complete || !byBytes.complete) continue;
      compared++;
      if (hasBlocks(program)) whole++;
      if (said.found === byBytes.found) continue;
      differences.push(`${program.name}: ${said.found}, byte by byte ${byBytes.found}`);
    }
    return { programs: programs.length, compared, whole, differences };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutBlocks(program: Program): Program {
  return Object.create(program, { blocks: { value: undefined } }) as Program;
}

function hasBlocks({ knowledge }: Program): boolean {
  const { blocks } = knowledge!.save() as { readonly blocks: readonly { readonly isBlock: boolean }[] };
  return blocks.some(({ isBlock }) => isBlock);
}
