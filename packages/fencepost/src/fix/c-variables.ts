import { dirname, join, resolve } from 'node:path';
import type { VariableAccess, VariableRepair } from '@fencepost/check';
import type { Site } from '@fencepost/core';
import { accessEdits } from './c-atomic-accesses.js';
import type { AtomicPart } from './c-atomic-declarations.js';
import { canBeAtomic, declarationEdits } from './c-atomic-declarations.js';
import type { Declaration, Declarator } from './c-declarations.js';
import { declarationsOf } from './c-declarations.js';
import { includeFor } from './c-includes.js';
import type { TextAccess } from './c-lvalues.js';
import { accessAt } from './c-lvalues.js';
import type { Token } from './c-syntax.js';
import { tokensOf } from './c-syntax.js';
import type { TextOf } from './changed-files.js';
import type { Edit, VariableChange, VariableEditor } from './editor.js';
import { offsetOf } from './editor.js';

interface Source {
  /** As the program names it. */
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly isCxx: boolean;
}

/** A declaration, and where it is. */
interface Declared {
  readonly source: Source;
  readonly declaration: Declaration;
  readonly declarator: Declarator;
}

/** A declaration, and what of it becomes atomic. */
interface Atomic extends Declared {
  readonly stars: number;
}

/** Variables of C or C++ that become atomic: their declarations, those of pointers to them, and their accesses. */
export class CVariables implements VariableEditor {
  private readonly files: readonly string[];
  private readonly textOf: TextOf;
  private readonly isCxx: boolean;
  private readonly needsVolatile: boolean;
  private readonly sources = new Map<string, Source>();
  private hasIncluded = false;

  /** `needsVolatile`: plain variables stay as they are. */
  constructor(files: readonly string[], textOf: TextOf, isCxx: boolean, needsVolatile: boolean) {
    this.files = files;
    this.textOf = textOf;
    this.isCxx = isCxx;
    this.needsVolatile = needsVolatile;
  }

  canMake({ variable }: VariableRepair): boolean {
    const own = this.ownDeclarations(variable);
    return own.length > 0 && own.every((each) => this.isPossible(variable, each));
  }

  place(variable: string): Site | undefined {
    const own = this.ownDeclarations(variable)[0];
    if (own === undefined) return undefined;
    const { source, declarator } = own;
    const before = source.text.slice(0, source.tokens[declarator.name]!.start);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return { file: source.path, line: before.split('\n').length, column: Buffer.byteLength(line) + 1 };
  }

  hasCompound(variable: string, accesses: readonly VariableAccess[]): boolean {
    return accesses.some((each) => {
      const form = this.textAccess(variable, each)?.access.form;
      return form === 'compound' || form === 'postfix' || form === 'prefix';
    });
  }

  edits(changes: readonly VariableChange[]): ReadonlyMap<string, readonly Edit[]> | undefined {
    const parts = new Map<Declaration, Atomic[]>();
    const known = new Map<string, Atomic>();
    const explicit = new Map<string, { source: Source; access: TextAccess; order: VariableRepair['order'] }>();
    for (const { variable, order, accesses } of changes) {
      const atomics = this.ownDeclarations(variable).map((each) => partOf(each, indicesOf(variable)));
      for (const each of accesses) {
        const found = this.textAccess(variable, each);
        const isDeclaration = found === undefined && this.isInitialised(variable, each);
        if (isDeclaration) continue;
        if (found === undefined) {
          if (order === 'seq_cst') continue;
          return undefined;
        }
        const { source, access } = found;
        const declared = this.declarationsFor(source, access);
        if (declared.length === 0) return undefined;
        atomics.push(...declared.map((own) => partOf(own, access.levels)));
        if (order !== 'seq_cst')
          explicit.set(`${source.path} ${access.first} ${access.last}`, { source, access, order });
      }
      if (atomics.length === 0) return undefined;
      for (const each of atomics) {
        const { source, declaration, declarator, stars } = each;
        if (stars < 0 || !canBeAtomic(source, declaration, each)) return undefined;
        const key = `${resolve(source.path)} ${declarator.name}`;
        const other = known.get(key);
        if (other !== undefined && other.stars !== stars) return undefined;
        if (other !== undefined) continue;
        known.set(key, each);
        const same = [...parts.keys()].find(
          (one) => one.first === declaration.first && parts.get(one)![0]!.source === source,
        );
        if (same === undefined) parts.set(declaration, [each]);
        else parts.get(same)!.push(sameIn(same, each));
      }
    }
    return this.allEdits(parts, [...explicit.values()]);
  }

  private allEdits(
    parts: ReadonlyMap<Declaration, readonly Atomic[]>,
    explicit: readonly { source: Source; access: TextAccess; order: VariableRepair['order'] }[],
  ): ReadonlyMap<string, readonly Edit[]> | undefined {
    const edits = new Map<Source, Edit[]>();
    const needsHeader = new Set<Source>();
    const add = (source: Source, own: readonly Edit[]): void => {
      edits.set(source, [...(edits.get(source) ?? []), ...own]);
    };
    for (const [declaration, own] of parts) {
      const { source } = own[0]!;
      add(source, declarationEdits(source, declaration, own as readonly AtomicPart[]));
      if (this.isCxx) needsHeader.add(source);
    }
    // Of two that end at the same place the inner one is closed first, of two that begin there the outer one is opened first.
    for (const { source, access, order } of explicit.toSorted(
      (a, b) => b.access.first - a.access.first || b.access.last - a.access.last,
    )) {
      const own = accessEdits(source, access, order);
      if (own === undefined) return undefined;
      add(source, own);
      needsHeader.add(source);
    }
    for (const source of needsHeader) {
      const include = includeFor(source.text, this.isCxx);
      if (include !== undefined) add(source, [include]);
    }
    return new Map([...edits].map(([{ path }, own]) => [path, own]));
  }

  /** Can what it declares be atomic, and is that of any use? */
  private isPossible(variable: string, declared: Declared): boolean {
    const { source, declaration, declarator } = declared;
    const part = partOf(declared, indicesOf(variable));
    if (part.stars < 0 || !canBeAtomic(source, declaration, part)) return false;
    const isVolatile = part.stars === 0 ? declaration.volatile !== undefined : declarator.volatile !== undefined;
    return isVolatile || !this.needsVolatile;
  }

  /** The declarations of a variable by its name; none, if they could be of several. */
  private ownDeclarations(variable: string): readonly Declared[] {
    const isMember = variable.startsWith('.');
    const name = nameOf(variable);
    const all = this.allSources().flatMap((source) => declaredIn(source, name));
    const fitting = all.filter(({ declaration: { within } }) =>
      isMember ? within === 'struct' || within === 'union' : within === 'block',
    );
    const areOne = !isMember && fitting.every(({ source, declaration }) => isFileScope(source, declaration));
    return fitting.length === 1 || areOne ? fitting : [];
  }

  /** What declares the name in an access. */
  private declarationsFor(source: Source, { root, isMember }: TextAccess): readonly Declared[] {
    const name = source.tokens[root]!.text;
    const here = declaredIn(source, name).filter(
      ({ declaration: { within, scope }, declarator }) =>
        !isMember &&
        within !== 'struct' &&
        within !== 'union' &&
        scope[0] <= root &&
        root <= scope[1] &&
        declarator.name < root,
    );
    const inner = here.filter(({ declaration }) => !isFileScope(source, declaration));
    const nearest = inner.toSorted(
      (a, b) => b.declaration.scope[0] - a.declaration.scope[0] || b.declarator.name - a.declarator.name,
    )[0];
    if (nearest !== undefined) return [nearest];
    const all = this.allSources().flatMap((each) => declaredIn(each, name));
    const global = all.filter(
      ({ source: own, declaration }) => declaration.within === 'block' && isFileScope(own, declaration),
    );
    if (!isMember && global.length > 0) {
      const isOwn = global.some((each) => each.source === source && each.declaration.isStatic);
      return isOwn ? global.filter((each) => each.source === source) : global;
    }
    const members = all.filter(({ declaration: { within } }) => within === 'struct' || within === 'union');
    return members.length === 1 ? members : [];
  }

  private textAccess(variable: string, { site }: VariableAccess): { source: Source; access: TextAccess } | undefined {
    const source = this.sourceAt(site.file);
    const at = source && tokenAt(source, site);
    if (source === undefined || at === undefined) return undefined;
    if (isDeclaredAt(source, at)) return undefined;
    const access = accessAt(source.tokens, at, nameOf(variable), indicesOf(variable));
    return access && { source, access };
  }

  /** Is it the initialiser of the variable? That is no atomic access. */
  private isInitialised(variable: string, { operation, site }: VariableAccess): boolean {
    const source = this.sourceAt(site.file);
    const at = source && tokenAt(source, site);
    return (
      operation === 'store' &&
      at !== undefined &&
      source!.tokens[at]!.text === nameOf(variable) &&
      isDeclaredAt(source!, at)
    );
  }

  private sourceAt(path: string): Source | undefined {
    const key = resolve(path);
    const known = this.sources.get(key);
    if (known !== undefined) return known;
    const text = this.textOf(path);
    if (text === undefined) return undefined;
    const source = { path, text, tokens: tokensOf(text), isCxx: this.isCxx };
    this.sources.set(key, source);
    return source;
  }

  /** The sources, and what they include of the user's. */
  private allSources(): readonly Source[] {
    if (!this.hasIncluded) {
      this.hasIncluded = true;
      const seen = new Set<string>();
      const include = (path: string): void => {
        if (seen.has(resolve(path))) return;
        seen.add(resolve(path));
        const source = this.sourceAt(path);
        for (const [, name] of source?.text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm) ?? [])
          include(join(dirname(path), name!));
      };
      this.files.forEach(include);
    }
    return [...this.sources.values()];
  }
}

function nameOf(variable: string): string {
  return variable.replaceAll('[]', '').replace(/^\./, '').split('::').at(-1)!;
}

function indicesOf(variable: string): number {
  return (variable.length - variable.replaceAll('[]', '').length) / 2;
}

/** What is reached from a name through so many brackets and stars. */
function partOf(declared: Declared, levels: number): Atomic {
  const { stars, dimensions } = declared.declarator;
  // An array is not accessed as a whole.
  return { ...declared, stars: levels < dimensions ? -1 : stars.length - (levels - dimensions) };
}

/** A declaration is found once for each of its names. */
function sameIn(declaration: Declaration, part: Atomic): Atomic {
  return { ...part, declarator: declaration.declarators.find(({ name }) => name === part.declarator.name)! };
}

const DECLARED = new WeakMap<Source, Map<string, readonly Declared[]>>();

function declaredIn(source: Source, name: string): readonly Declared[] {
  const known = DECLARED.get(source) ?? new Map<string, readonly Declared[]>();
  DECLARED.set(source, known);
  const own =
    known.get(name) ??
    declarationsOf(source.tokens, name).flatMap((declaration) =>
      declaration.declarators
        .filter((declarator) => source.tokens[declarator.name]!.text === name)
        .map((declarator) => ({ source, declaration, declarator })),
    );
  known.set(name, own);
  return own;
}

function isFileScope({ tokens }: Source, { scope, within }: Declaration): boolean {
  return within === 'block' && scope[0] === 0 && scope[1] === tokens.length;
}

function isDeclaredAt(source: Source, at: number): boolean {
  return declaredIn(source, source.tokens[at]!.text).some(({ declarator }) => declarator.name === at);
}

function tokenAt({ text, tokens }: Source, site: Site): number | undefined {
  const offset = offsetOf(text, site, 'bytes');
  const found = offset === undefined ? -1 : tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  return found < 0 ? undefined : found;
}
