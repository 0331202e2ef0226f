import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import type { FailureReport } from 'fencepost';
import type { Property, Task } from '../sets/svcomp-task.js';
import type { Answer } from '../set.js';
import { undecided } from '../set.js';

/** Does the program have the property? The answers are `true` and `false`; a violated part of the property follows. */
export interface PropertyQuestion {
  readonly kind: 'property';
  readonly task: Task;
}

/** Enables only the warnings about variables that may be uninitialised. */
const WARNINGS = ['-Wno-everything', '-Wuninitialized', '-Wconditional-uninitialized'];

/** `inline` means what it did in GCC before C99, as in these programs: the function exists outside, too. */
const AS_GCC = ['-fgnu89-inline'];

/** Determines whether the program has the property. The answer is true only after a complete exploration. */
export async function judgeProperty(task: Task, seconds: number): Promise<Answer> {
  const { property } = task;
  if (property === undefined) return undecided('the property is not one that we know');
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-svcomp-'));
  const started = performance.now();
  // The answer takes a moment, too.
  const left = (): number => Math.max(1, 0.95 * seconds - (performance.now() - started) / 1000);
  try {
    const files = task.sources.map((source) => copy(source, folder));
    const flags = [...new Set(task.sources.map((source) => `-I${dirname(source)}`)), ...WARNINGS, ...AS_GCC];
    if (property === 'no-overflow') flags.push('-ftrapv');
    const built = await build({ files, flags, door: task.pointers === 32 ? 'wasm32' : 'lp64' });
    const program = compiledProgram(basename(task.file), built, DEFAULT_BOUNDS);
    // Most violations are the first failure. Another failure does not answer the question.
    const first = explore(program, property, false, left());
    const isOther =
      first.failures.length > 0 && first.failures.every((each) => violationBy(property, each) === undefined);
    const { failures, incomplete } = isOther ? explore(program, property, true, left()) : first;
    const found = answer(property, failures, incomplete?.covered, files);
    const isOpen = found.answer === 'true' && built.warnings.includes('uninitialized');
    return isOpen ? undecided('variables without a value are taken to be 0') : found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Explores the program under SC until the first failure, or to the end. */
function explore(program: Program, property: Property, all: boolean, maxSeconds: number): ProgramCheck {
  const [check] = checkProgram(program, { models: ['sc'], all, races: property === 'no-data-race', maxSeconds });
  return check!;
}

/**
 * Copies the source, with our own definition of `reach_error`. Programs define it in different ways, some of which do
 * nothing; only the call matters.
 */
function copy(source: string, folder: string): string {
  const text = readFileSync(source, 'utf8').replaceAll(
    /\bvoid\s+reach_error\s*\([^)]*\)\s*\{/g,
    'extern void reach_error(void); void own_reach_error(void) {',
  );
  const file = join(folder, basename(source));
  writeFileSync(file, text);
  return file;
}

function answer(
  property: Property,
  failures: readonly FailureReport[],
  incomplete: string | undefined,
  files: readonly string[],
): Answer {
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
  'unreach-call': { uses: /\bmalloc\b/, why: 'allocated memory is taken to be 0' },
  'valid-memsafety': { uses: /\b(?:malloc|calloc|realloc|strdup)\b/, why: 'leaks are not looked for' },
  'no-overflow': { uses: /<</, why: 'shifts are not looked at' },
  // A thread that spins while others could release it may do so forever: schedulers need not be fair.
  termination: { uses: /\b(?:for|while|goto)\b/, why: 'loops that wait are taken to end' },
};

/**
 * Returns the part of the property that the failure violates; empty if the property has no parts; undefined if it is
 * not violated.
 */
function violationBy(property: Property, { kind, message }: FailureReport): string | undefined {
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
function isUndefined({ kind, message }: FailureReport): boolean {
  return kind === 'invalid access' || (kind === 'crash' && message !== 'abort()');
}
