import type { Declaration, Declarator } from './c-declarations.js';
import type { Source } from './c-sources.js';
import type { Token } from './c-syntax.js';
import type { Edit } from './editor.js';

/** The part of a declaration that becomes atomic: the type of the specifiers, followed by the first `stars` stars. */
export interface AtomicPart {
  readonly declarator: Declarator;
  /** 0: the type of the specifiers; otherwise a pointer. */
  readonly stars: number;
}

/** Whether the part can become atomic. It cannot if it is already atomic, or has members. */
export function canBeAtomic({ tokens }: Source, { type, within }: Declaration, part: AtomicPart): boolean {
  const words = tokens.slice(type.first, type.last + 1).map(({ text }) => text);
  if (within === 'union' || part.declarator.isBitField) return false;
  if (part.stars > 0) return true;
  return !words.some((word) => /atomic/i.test(word) || word === 'struct' || word === 'union' || word === 'class');
}

/**
 * Returns the edits that make parts of a declaration atomic. Names whose type changes relative to the names before them
 * get a separate declaration.
 */
export function declarationEdits(source: Source, declaration: Declaration, parts: readonly AtomicPart[]): Edit[] {
  const edits: Edit[] = [];
  const { tokens } = source;
  let before = '';
  declaration.declarators.forEach((declarator, i) => {
    const part = parts.find((each) => each.declarator === declarator);
    const specifiers = specifierEdits(source, declaration, part);
    const own = specifiersWith(source, declaration, specifiers);
    if (i === 0) edits.push(...specifiers);
    else if (own !== before) {
      const comma = tokens[declaration.declarators[i - 1]!.last + 1]!;
      edits.push({ start: comma.start, end: comma.end, text: ';' });
      edits.push({ start: tokens[declarator.first]!.start, end: tokens[declarator.first]!.start, text: `${own} ` });
    }
    if (part !== undefined) edits.push(...declaratorEdits(source, part), ...initialiserEdits(source, part));
    before = own;
  });
  return edits;
}

/** Returns the edits of the specifiers, for one of the names. */
function specifierEdits(
  { text, tokens, isCxx }: Source,
  { type, volatile }: Declaration,
  part: AtomicPart | undefined,
): Edit[] {
  if (part === undefined || (!isCxx && part.stars > 0)) return [];
  const [first, last] = [tokens[type.first]!, tokens[type.last]!];
  const old = volatile === undefined ? undefined : tokens[volatile]!;
  if (!isCxx) {
    return old === undefined
      ? [{ start: first.start, end: first.start, text: '_Atomic ' }]
      : [{ start: old.start, end: old.end, text: '_Atomic' }];
  }
  const name = text.slice(first.start, last.end);
  const whole = name + (part.stars > 0 ? ` ${'*'.repeat(part.stars)}` : '');
  const atomic = name === 'auto' ? 'std::atomic' : `std::atomic<${whole}>`;
  // A pointer to a volatile object can become atomic, and still points to a volatile object.
  const dropped = old === undefined || part.stars > 0 ? [] : [without(text, old)];
  return [...dropped, { start: first.start, end: last.end, text: atomic }];
}

/** Removes a token with the space after it. */
function without(text: string, { start, end }: Token): Edit {
  const after = /^[ \t]+/.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + after, text: '' };
}

function specifiersWith({ text, tokens }: Source, { first, last }: Declaration, edits: readonly Edit[]): string {
  const { start } = tokens[first]!;
  let own = text.slice(start, tokens[last]!.end);
  for (const edit of edits.toSorted((a, b) => b.start - a.start))
    own = own.slice(0, edit.start - start) + edit.text + own.slice(edit.end - start);
  return own.trimEnd();
}

/**
 * Replaces `=` by braces: before C++17, `std::atomic<int> x = 0` is not allowed. Braces reject values that might not
 * fit.
 */
function initialiserEdits({ tokens, isCxx }: Source, { declarator, stars }: AtomicPart): Edit[] {
  const { name, last } = declarator;
  const isLiteral = /^(?:\d.*|'.*'|true|false|nullptr|NULL)$/.test(tokens[last]!.text);
  const isWhole = stars === declarator.stars.length && tokens[name + 1]!.text === '=' && last === name + 2;
  if (!isCxx || !isWhole || !isLiteral) return [];
  const { start, end } = tokens[last]!;
  return [
    { start: tokens[name]!.end, end: start, text: '{' },
    { start: end, end, text: '}' },
  ];
}

/** Returns the edits between the specifiers and the name. */
function declaratorEdits({ text, tokens, isCxx }: Source, { declarator, stars: depth }: AtomicPart): Edit[] {
  if (depth === 0) return [];
  const { stars, volatile, name } = declarator;
  const isLast = depth === stars.length;
  const old = isLast && volatile !== undefined ? tokens[volatile]! : undefined;
  if (!isCxx) {
    const at = isLast ? tokens[name]!.start : tokens[stars[depth - 1]!]!.end;
    return old === undefined
      ? [{ start: at, end: at, text: '_Atomic ' }]
      : [{ start: old.start, end: old.end, text: '_Atomic' }];
  }
  const [first, last] = [tokens[stars[0]!]!, tokens[stars[depth - 1]!]!];
  // `T *name` becomes `std::atomic<T *> name`.
  const needsSpace = !/\s$/.test(text.slice(0, first.start));
  const end = isLast ? tokens[name]!.start : last.end;
  return [{ start: first.start, end, text: needsSpace ? ' ' : '' }];
}
