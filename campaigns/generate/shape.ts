import type { Cell, Program, Statement, Storage, Thread } from '../program/ast.js';
import { FRAME_LOCALS, LOCALS } from '../program/ast.js';
import type { IntegerType } from '../program/types.js';
import { flatten } from '../program/walk.js';
import type { Random } from '../random.js';
import type { Features } from './scope.js';
import { UNIFORM } from './scope.js';

/** Neither loops nor early ends. For such programs, robustness and data races can be decided. */
export const STRAIGHT: Features = {
  loops: false,
  assertions: false,
  recursion: false,
  mutexes: 0,
  conditions: 0,
  ends: false,
};

const WIDTHS = [8, 16, 32, 32, 32, 64] as const;

function integerType(random: Random): IntegerType {
  return { bits: random.pick(WIDTHS), signed: random.chance(0.5) };
}

export const PLACES = {
  c: ['global', 'global', 'heap', 'heap', 'member', 'stack'],
  javascript: ['global'],
} as const;

export const NAMED_PLACES = { c: ['global', 'member'], javascript: ['global'] } as const;

/** Generates shared variables: two or three, and possibly an array of two. */
export function cells(
  random: Random,
  language: Program['language'],
  places: readonly Cell['place'][],
): readonly Cell[] {
  const one = (place: Cell['place'], type: IntegerType, access: Cell['access']): Cell => ({
    type,
    access,
    place,
    initial: random.chance(0.8) ? 0 : 1,
  });
  // In JavaScript, accesses to an atomic cell may be atomic or not; `volatile` stands for other typed arrays, `plain`
  // for a DataView.
  const access = (): Cell['access'] =>
    random.weighted([
      [language === 'c' ? 2 : 6, 'atomic'],
      [1, 'volatile'],
      [1, 'plain'],
    ]);
  const found = Array.from({ length: 2 + random.below(2) }, () =>
    one(random.pick(places), integerType(random), access()),
  );
  if (random.chance(0.25)) {
    const [type, how] = [integerType(random), access()];
    found.push(one('array', type, how), one('array', type, how));
  }
  return found;
}

const STORAGES: Readonly<Record<Program['language'], readonly Storage[]>> = {
  c: ['variables', 'variables', 'array', 'struct', 'pointer', 'heap', 'thread-local', 'variable-length'],
  javascript: ['variables', 'variables', 'array', 'struct', 'closure', 'class', 'map'],
};

/**
 * Storage classes that loops in JavaScript can use. The state of a loop in other objects is not tracked
 * (docs/reference/javascript.md, Loops).
 */
const SEEN_IN_LOOPS: readonly Storage[] = ['variables', 'variables', 'variables', 'array', 'closure'];

/** Generates everything of a thread except its body. */
export function locals(
  random: Random,
  language: Program['language'],
  body: readonly Statement[],
): Pick<Thread, 'types' | 'storage' | 'style'> {
  const goesRound = flatten(body).some(({ kind }) => kind === 'loop' || kind === 'for' || kind === 'recursion');
  const storage = random.pick(language === 'javascript' && goesRound ? SEEN_IN_LOOPS : STORAGES[language]);
  const type = integerType(random);
  const types = Array.from({ length: LOCALS + FRAME_LOCALS }, (_, i) =>
    UNIFORM.has(storage) && i < LOCALS
      ? type
      : random.chance(0.5)
        ? { bits: 32 as const, signed: true }
        : integerType(random),
  );
  const style = language === 'c' ? 'plain' : random.pick(['plain', 'plain', 'async', 'generator'] as const);
  return { types, storage, style };
}
