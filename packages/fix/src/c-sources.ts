import type { Site } from '@fencepost/core';
import type { Declaration, Declarator } from './c-declarations.js';
import { declarationsOf } from './c-declarations.js';
import type { TextAccess } from './c-lvalues.js';
import type { Token } from './c-syntax.js';
import { closing, isWord, opening, tokensOf } from './c-syntax.js';
import { offsetOf } from './editor.js';
import type { SourceFiles } from './source-files.js';

/** A file. */
export interface Source {
  /** Path, as the program names it. */
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly isCxx: boolean;
}

/** A declared name, and its place. */
export interface Declared {
  readonly source: Source;
  readonly declaration: Declaration;
  readonly declarator: Declarator;
}

/** The sources of a program, and the meanings of names in them. */
export class CSources {
  private readonly paths: readonly string[];
  private readonly files: SourceFiles;
  private readonly isCxx: boolean;
  /** Sources by the canonical name of each file. */
  private readonly known = new Map<string, Source>();
  private readonly declared = new Map<Source, Map<string, readonly Declared[]>>();
  private hasIncluded = false;

  constructor(paths: readonly string[], files: SourceFiles, isCxx: boolean) {
    this.paths = paths;
    this.files = files;
    this.isCxx = isCxx;
  }

  /** Returns a file, and the token at a place in it. */
  at(site: Site): { readonly source: Source; readonly token: number } | undefined {
    const source = this.read(site.file);
    const offset = source && offsetOf(source.text, site, 'bytes');
    if (source === undefined || offset === undefined) return undefined;
    const token = source.tokens.findIndex(({ start, end }) => start <= offset && offset < end);
    return token < 0 ? undefined : { source, token };
  }

  /** Returns the canonical name, which is the same for all names of the file. */
  nameOf({ path }: Source): string {
    return this.files.nameOf(path);
  }

  isDeclaredAt(source: Source, token: number): boolean {
    return this.declaredIn(source, source.tokens[token]!.text).some(({ declarator }) => declarator.name === token);
  }

  /** Returns all declarations of a name. */
  declarations(name: string): readonly Declared[] {
    this.include();
    return [...this.known.values()].flatMap((source) => this.declaredIn(source, name));
  }

  /** Returns the declarations of the name in an access; none if they are unknown or ambiguous. */
  declarationsFor(source: Source, { root, isMember }: Pick<TextAccess, 'root' | 'isMember'>): readonly Declared[] {
    const name = source.tokens[root]!.text;
    const nearest = isMember ? undefined : this.nearest(source, name, root);
    if (nearest !== undefined) return [nearest];
    const all = this.declarations(name);
    const global = all.filter(isGlobal);
    if (!isMember && global.length > 0) {
      const isOwn = global.some((each) => each.source === source && isFileScope(each) && each.declaration.isStatic);
      return isOwn ? global.filter((each) => each.source === source) : global;
    }
    const members = all.filter(isMemberOf);
    if (members.length <= 1 || !isMember) return members.length === 1 ? members : [];
    const type = this.typeBefore(source, root - 2);
    const own = members.filter((each) => type !== undefined && structNames(each).includes(type));
    return own.length === 1 ? own : [];
  }

  /** Returns the local declaration that a name refers to inside a function. */
  private nearest(source: Source, name: string, at: number): Declared | undefined {
    const here = this.declaredIn(source, name).filter(
      (each) =>
        !isMemberOf(each) &&
        !isGlobal(each) &&
        each.declaration.scope[0] <= at &&
        at <= each.declaration.scope[1] &&
        each.declarator.name < at,
    );
    return here.toSorted(
      (a, b) => b.declaration.scope[0] - a.declaration.scope[0] || b.declarator.name - a.declarator.name,
    )[0];
  }

  /** Returns the name of the type of the expression that ends with a token, as declared. */
  private typeBefore(source: Source, last: number): string | undefined {
    const { tokens } = source;
    let at = last;
    while (tokens[at]?.text === ']') at = opening(tokens, at) - 1;
    if (!isWord(tokens[at])) return undefined;
    const isMember = /^(?:\.|->)$/.test(tokens[at - 1]?.text ?? '');
    const found = this.declarationsFor(source, { root: at, isMember })[0];
    // A name after the braces of a structure stands for the structure.
    return found === undefined ? tokens[at]!.text : found.source.tokens[found.declaration.type.last]!.text;
  }

  private declaredIn(source: Source, name: string): readonly Declared[] {
    const known = this.declared.get(source) ?? new Map<string, readonly Declared[]>();
    this.declared.set(source, known);
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

  private read(path: string): Source | undefined {
    const key = this.files.nameOf(path);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const text = this.files.textOf(path);
    if (text === undefined) return undefined;
    const source = { path, text, tokens: tokensOf(text), isCxx: this.isCxx };
    this.known.set(key, source);
    return source;
  }

  /** Reads the user's files that the sources include. */
  private include(): void {
    if (this.hasIncluded) return;
    this.hasIncluded = true;
    const seen = new Set<string>();
    const include = (path: string): void => {
      const own = this.files.nameOf(path);
      if (seen.has(own)) return;
      seen.add(own);
      for (const [, name] of this.read(path)?.text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm) ?? [])
        include(this.files.included(name!, path));
    };
    this.paths.forEach(include);
  }
}

/** Whether each object of a structure has this member. */
export function isMemberOf({ declaration: { within, isStatic } }: Declared): boolean {
  return (within === 'struct' || within === 'union') && !isStatic;
}

/** Whether it is a single object that may be declared more than once: a variable at file scope, or a static member. */
export function isGlobal(declared: Declared): boolean {
  const { within, isStatic } = declared.declaration;
  return isFileScope(declared) || (within === 'struct' && isStatic);
}

function isFileScope({ source, declaration: { scope, within } }: Declared): boolean {
  return within === 'block' && scope[0] === 0 && scope[1] === source.tokens.length;
}

/** Returns the names of the structure around a member: `struct a { … } b` is `a`, and also `b`. */
function structNames({ source: { tokens }, declaration: { scope } }: Declared): readonly string[] {
  const [open] = scope;
  const names: string[] = [];
  for (let at = open - 1; at >= 0 && !';{}'.includes(tokens[at]!.text); at--) names.push(tokens[at]!.text);
  const after = tokens[closing(tokens, open) + 1];
  return isWord(after) ? [...names, after!.text] : names;
}
