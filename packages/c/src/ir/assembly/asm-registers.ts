/** A part of a general register. */
export interface RegisterPart {
  /** The register, by the name of its lower 16 bits. */
  readonly register: string;
  readonly bits: 8 | 16 | 32 | 64;
  /** The first bit of the part: 8 for `ah`, `bh`, `ch` and `dh`. */
  readonly shift: 0 | 8;
}

/** Returns the part that a name stands for: `eax` is 32 bits of `ax`. The stack pointer is not supported. */
export function registerPart(name: string): RegisterPart | undefined {
  const [, numbered, size = ''] = /^(r(?:[89]|1[0-5]))([dwb]?)$/.exec(name) ?? [];
  if (numbered !== undefined) return { register: numbered, bits: NUMBERED[size]!, shift: 0 };
  const [, extended = '', word] = /^([er]?)([abcd]x|[sd]i|bp)$/.exec(name) ?? [];
  if (word !== undefined) return { register: word, bits: extended === 'r' ? 64 : extended === 'e' ? 32 : 16, shift: 0 };
  const [, letter, half] = /^([abcd])([lh])$/.exec(name) ?? [];
  if (letter !== undefined) return { register: `${letter}x`, bits: 8, shift: half === 'h' ? 8 : 0 };
  const [, index] = /^([sd]i|bp)l$/.exec(name) ?? [];
  return index === undefined ? undefined : { register: index, bits: 8, shift: 0 };
}

const NUMBERED: Readonly<Record<string, 8 | 16 | 32 | 64>> = { '': 64, d: 32, w: 16, b: 8 };

/** Returns the register of a constraint: `{ax}`, `{r8}`, or a letter. */
export function constrainedRegister(constraint: string): string | undefined {
  const named = /^\{(\w+)\}$/.exec(constraint)?.[1];
  return named === undefined ? LETTERS[constraint] : registerPart(named)?.register;
}

const LETTERS: Readonly<Record<string, string>> = { a: 'ax', b: 'bx', c: 'cx', d: 'dx', S: 'si', D: 'di' };
