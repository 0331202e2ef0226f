import type { AccessOrder } from '../syntax/tables.js';

const FENCES: readonly (readonly [RegExp, AccessOrder])[] = [
  [/^mfence$/, 'seq_cst'],
  [/^sfence$/, 'release'],
  [/^lfence$/, 'acquire'],
  // Atomic operations that leave the stack unchanged: as strong as mfence, and cheaper.
  [/^lock (?:add|or|xor|sub)[bwlq]? \$\$(?:0|0x0), ?-?(?:0x)?\d*\(%[er]sp\)$/, 'seq_cst'],
  [/^lock and[bwlq]? \$\$-1, ?-?(?:0x)?\d*\(%[er]sp\)$/, 'seq_cst'],
];

/** Barriers of other architectures. */
const FOREIGN: readonly (readonly [RegExp, AccessOrder])[] = [
  [/^dmb(?: (?:ish|sy|osh))?$|^dsb(?: \w+)?$/, 'seq_cst'],
  [/^dmb (?:ish|sy|osh)?st$/, 'release'],
  [/^dmb (?:ish|osh)?ld$/, 'acquire'],
  [/^(?:hw)?sync(?: 0)?$|^fence(?: (?:rw|iorw), ?(?:rw|iorw))?$/, 'seq_cst'],
  [/^lwsync$|^fence\.tso$/, 'acq_rel'],
];

const NOTHING = /^(?:pause|nop|rep nop|rep|yield|isb(?: sy)?|prefetch\w* .+)$/;

/** Reads a statement that is only a fence or a hint; undefined if it is neither. */
export function readFence(
  text: string,
): { readonly order: AccessOrder | undefined; readonly isOfX86: boolean } | undefined {
  if (NOTHING.test(text)) return { order: undefined, isOfX86: false };
  const own = FENCES.find(([pattern]) => pattern.test(text))?.[1];
  if (own !== undefined) return { order: own, isOfX86: true };
  const foreign = FOREIGN.find(([pattern]) => pattern.test(text))?.[1];
  return foreign === undefined ? undefined : { order: foreign, isOfX86: false };
}
