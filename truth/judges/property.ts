import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import { possibleErrorUnderSc, possibleRace } from '@fencepost/c/proofs';
import type { Program } from '@fencepost/core';
import { REFERENCE_MODEL, isFencepostError } from '@fencepost/core';
import type { JointSearch } from '@fencepost/explore';
import { reachJointStates } from '@fencepost/explore';
import type { FailureReport } from 'fencepost';
import type { Property, Task } from '../sets/svcomp-task.js';
import type { Answer } from '../answer.js';
import { undecided } from '../answer.js';
import { checkWithin, secondsLeft } from './within.js';

/** Does the program have the property? The answers are `true` and `false`; a violated part of the property follows. */
export interface PropertyQuestion {
  readonly kind: 'property';
  readonly task: Task;
}

/** Enables only the warnings about variables that may be uninitialised. */
const WARNINGS = ['-Wno-everything', '-Wuninitialized', '-Wconditional-uninitialized'];

/** `inline` means what it did in GCC before C99, as in these programs: the function exists outside, too. */
const AS_GCC = ['-fgnu89-inline'];

/** Kept for the answer. */
const LAST_SECOND = 1;

/** Determines whether the program has the property. The answer is true only after a complete exploration. */
export async function judgeProperty(task: Task, seconds: number, cpu: boolean): Promise<Answer> {
  const { property } = task;
  if (property === undefined) return undecided('the property is not one that we know');
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-svcomp-'));
  const rest = secondsLeft(seconds, cpu);
  const left = (): number => Math.max(LAST_SECOND, rest());
  try {
    const files = task.sources.map((source) => copy(source, folder, task.pointers));
    const flags = [
      ...new Set(task.sources.map((source) => `-I${dirname(source)}`)),
      ...WARNINGS,
      ...AS_GCC,
      ...(task.flags ?? []),
    ];
    if (property === 'no-overflow') flags.push('-ftrapv');
    const sources = { files, flags, door: task.pointers === 32 ? ('wasm32' as const) : ('lp64' as const) };
    if (property === 'no-data-race' && (await possibleRace(sources, true)) === undefined) {
      return { answer: 'true', detail: '' };
    }
    if (property === 'unreach-call') {
      const rest = (2 * left()) / 3;
      const isPossible = await possibleErrorUnderSc(sources, true, () => left() < rest);
      if (isPossible === undefined) return { answer: 'true', detail: '' };
    }
    const built = await build(sources);
    // A thread that may wait forever is what `termination` asks for.
    const choices = { openMemory: true, openFunctions: true, endlessSpurious: property !== 'termination' };
    const program = (): Program => compiledProgram(basename(task.file), built, { ...DEFAULT_BOUNDS, ...choices });
    const found = decide(program, property, left, files);
    if (found.answer !== 'true') return found;
    if (built.warnings.includes('uninitialized')) return undecided('variables without a value are taken to be 0');
    const [undefinedVariable] =
      program()
        .notes?.()
        .filter((note) => note.includes(' is not defined in these files')) ?? [];
    return undefinedVariable === undefined ? found : undecided(undefinedVariable);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Results of a search, as far as questions need them. */
interface Searched {
  readonly failures: readonly Found[];
  /** Why the search was not complete, if it was not. */
  readonly incomplete: string | undefined;
}

type Found = Pick<FailureReport, 'kind' | 'message'>;

/** Programs for which races cannot be told from joint states: an order that need not be observed may be missing. */
const RELAXED = /__ATOMIC_RELAXED|memory_order_relaxed/;

/**
 * Answers by the joint states that the program can reach, as far as that suffices, and else by its executions. Loops
 * are first followed without a bound, which ends if they reach no end of different states.
 */
function decide(made: () => Program, property: Property, left: () => number, files: readonly string[]): Answer {
  let program = made();
  const quarter = Math.max(1, left() / 4);
  const relaxed = files.some((file) => RELAXED.test(readFileSync(file, 'utf8')));
  if (property !== 'termination' && !(property === 'no-data-race' && relaxed)) {
    for (const isUnbounded of [true, false]) {
      const rest = isUnbounded ? 3 * quarter : quarter;
      const reached = reachable(program, property, isUnbounded, () => left() <= rest);
      if (reached.incomplete === undefined || violates(property, reached)) return answer(property, reached, files);
      // Without bounds, the program may have learned more than the next search needs.
      if (isUnbounded) program = made();
    }
  }
  return answer(
    property,
    first(property, (all) => explore(program, property, all, left)),
    files,
  );
}

/**
 * Returns the results of a search up to its first failure. Most violations are the first failure; if it is another one,
 * all failures are looked for.
 */
function first(property: Property, search: (all: boolean) => Searched): Searched {
  const found = search(false);
  return found.failures.length > 0 && !violates(property, found) ? search(true) : found;
}

function violates(property: Property, { failures }: Searched): boolean {
  return failures.some((each) => violationBy(property, each) !== undefined);
}

/** As `reach`. Loops without a bound may start more threads than can be told apart. */
function reachable(program: Program, property: Property, isUnbounded: boolean, isLate: () => boolean): Searched {
  try {
    return reach(program, property, isUnbounded, isLate);
  } catch (error) {
    if (!isUnbounded || !isFencepostError(error)) throw error;
    return { failures: [], incomplete: error.message };
  }
}

/** Visits the joint states of the program under SC until the property is violated, or all. */
function reach(program: Program, property: Property, isUnbounded: boolean, isLate: () => boolean): Searched {
  const races = property === 'no-data-race';
  const isEnough = (failure: Found): boolean => violationBy(property, failure) !== undefined;
  const isStopped = ({ anyRace }: JointSearch): boolean => anyRace || isLate();
  const { states, search } = reachJointStates(program, {
    ...{ races, isEnough, isUnbounded, depthFirst: true, seed: 1, isStopped },
    ...(isUnbounded && { mostStates: 1 << 20 }),
  });
  const open = states.limits(REFERENCE_MODEL).map(({ what, bound }) => `${what}: only ${bound}`);
  if (!search.isComplete) open.unshift(`the search ended after ${search.count} joint states`);
  if (races && !search.anyRace && search.mayRace) open.push('races that depend on a compare-and-swap or a section');
  const race: Found[] = search.anyRace ? [{ kind: 'data race', message: 'data race' }] : [];
  const failures = [...race, ...search.failures.map(({ failure }) => failure)];
  return { failures, incomplete: open.length === 0 ? undefined : open.join('; ') };
}

/** Explores the program under SC until the first failure, or to the end. */
function explore(program: Program, property: Property, all: boolean, left: () => number): Searched {
  const options = { models: ['sc'], all, races: property === 'no-data-race' } as const;
  const [check] = checkWithin(program, options, () => left() - LAST_SECOND);
  const { failures, incomplete } = check!;
  return { failures, incomplete: incomplete?.covered };
}

/**
 * Copies the source, with our own definition of `reach_error`. Programs define it in different ways, some of which do
 * nothing; only the call matters. Registers that have parts of one byte (`q`) are a class of x86 only, which does not
 * matter either: assembly is translated to operations on memory and values.
 */
function copy(source: string, folder: string, pointers: Task['pointers']): string {
  const text = readFileSync(source, 'utf8').replaceAll(
    /\bvoid\s+reach_error\s*\([^)]*\)\s*\{/g,
    'extern void reach_error(void); void own_reach_error(void) {',
  );
  const file = join(folder, basename(source));
  const general = pointers === 32 ? text.replaceAll(/"([=+]?)q"(?=\s*\()/g, '"$1r"') : text;
  writeFileSync(file, general);
  return file;
}

function answer(property: Property, { failures, incomplete }: Searched, files: readonly string[]): Answer {
  const violation = failures.map((each) => violationBy(property, each)).find((each) => each !== undefined);
  if (violation !== undefined) return { answer: violation === '' ? 'false' : `false ${violation}`, detail: '' };
  if (incomplete !== undefined) return undecided(incomplete);
  const undefinedBehaviour = failures.find(isUndefined);
  if (undefinedBehaviour !== undefined) return undecided(undefinedBehaviour.message);
  const open = UNDECIDED[property];
  const uses = files.map((file) => readFileSync(file, 'utf8')).some((text) => open?.uses.test(text));
  return open !== undefined && uses ? undecided(open.why) : { answer: 'true', detail: '' };
}

/** Limits of a search without a violation, for programs whose text matches. */
const UNDECIDED: Readonly<Partial<Record<Property, { readonly uses: RegExp; readonly why: string }>>> = {
  'valid-memsafety': { uses: /\b(?:malloc|calloc|realloc|strdup)\b/, why: 'leaks are not looked for' },
  'no-overflow': { uses: /<</, why: 'shifts are not looked at' },
  // A thread that spins while others could release it may do so forever: schedulers need not be fair.
  termination: { uses: /\b(?:for|while|goto)\b/, why: 'loops that wait are taken to end' },
};

/**
 * Returns the part of the property that the failure violates; empty if the property has no parts; undefined if it is
 * not violated.
 */
function violationBy(property: Property, { kind, message }: Found): string | undefined {
  switch (property) {
    case 'unreach-call':
      return message === 'error reached' ? '' : undefined;
    case 'no-data-race':
      return kind === 'data race' ? '' : undefined;
    case 'valid-memsafety':
      if (kind !== 'invalid access') return undefined;
      return /^free of|freed twice|double free/.test(message) ? 'valid-free' : 'valid-deref';
    case 'no-overflow':
      return message.includes('overflow') ? '' : undefined;
    case 'termination':
      return kind === 'deadlock' ? '' : undefined;
  }
}

/** Whether the failure is undefined behaviour. `abort` and assertions only end the program. */
function isUndefined({ kind, message }: Found): boolean {
  return kind === 'invalid access' || (kind === 'crash' && message !== 'abort()');
}
