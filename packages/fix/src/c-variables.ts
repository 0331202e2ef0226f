import type { VariableAccess, VariableRepair } from '@fencepost/check';
import type { ModelName, Site } from '@fencepost/core';
import { hasDataRaces, modelNamed } from '@fencepost/core';
import { accessEdits } from './c-atomic-accesses.js';
import { canBeAtomic, declarationEdits } from './c-atomic-declarations.js';
import type { Declaration } from './c-declarations.js';
import { includeFor } from './c-includes.js';
import type { TextAccess } from './c-lvalues.js';
import { accessAt } from './c-lvalues.js';
import type { CSources, Declared, Source } from './c-sources.js';
import { isGlobal, isMemberOf } from './c-sources.js';
import type { Edit, VariableChange, VariableEditor } from './editor.js';
import { bytesIn } from './utf8.js';

/** A declaration, and the part of it that becomes atomic. */
interface Atomic extends Declared {
  readonly stars: number;
}

/**
 * Whether only volatile variables are candidates. A variable that is not volatile races only if the model defines
 * races; otherwise it is not the cause.
 */
export function needsVolatile(models: readonly ModelName[]): boolean {
  return !models.some((model) => hasDataRaces(modelNamed(model)));
}

/** Makes variables of C or C++ atomic: changes their declarations, those of pointers to them, and their accesses. */
export class CVariables implements VariableEditor {
  private readonly sources: CSources;
  private readonly isCxx: boolean;
  private readonly needsVolatile: boolean;

  /** `needsVolatile`: leaves plain variables unchanged. */
  constructor(sources: CSources, isCxx: boolean, needsVolatile: boolean) {
    this.sources = sources;
    this.isCxx = isCxx;
    this.needsVolatile = needsVolatile;
  }

  canMake({ variable }: VariableRepair): boolean {
    const own = this.ownDeclarations(variable);
    if (own.length > 0) return own.every((each) => this.isPossible(variable, each));
    // If the name has several meanings, the accesses determine the right one.
    return this.candidates(variable).some((each) => this.isPossible(variable, each));
  }

  isVolatile(variable: string): boolean {
    return this.candidates(variable).some((each) => isVolatile(partOf(each, indicesOf(variable))));
  }

  isBitField(variable: string): boolean {
    return this.ownDeclarations(variable).some(({ declarator }) => declarator.isBitField);
  }

  place(variable: string): Site | undefined {
    const own = this.ownDeclarations(variable)[0];
    if (own === undefined) return undefined;
    const { source, declarator } = own;
    const before = source.text.slice(0, source.tokens[declarator.name]!.start);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return { file: source.path, line: before.split('\n').length, column: bytesIn(line) + 1 };
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
        const declared = this.sources.declarationsFor(source, access);
        if (declared.length === 0) {
          // A macro may stand for it. If it is something else, the compiler or the check reports an error.
          if (order === 'seq_cst') continue;
          return undefined;
        }
        atomics.push(...declared.map((own) => partOf(own, access.levels)));
        if (order !== 'seq_cst')
          explicit.set(`${source.path} ${access.first} ${access.last}`, { source, access, order });
      }
      if (atomics.length === 0) return undefined;
      for (const each of atomics) {
        const { source, declaration, declarator, stars } = each;
        if (stars < 0 || !canBeAtomic(source, declaration, each)) return undefined;
        const key = `${this.sources.nameOf(source)} ${declarator.name}`;
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
      add(source, declarationEdits(source, declaration, own));
      if (this.isCxx) needsHeader.add(source);
    }
    // If two accesses end at the same place, the inner one is closed first. If two begin at the same place, the outer
    // one is opened first.
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

  /** Whether the declared variable can become atomic, and whether that would help. */
  private isPossible(variable: string, declared: Declared): boolean {
    const part = partOf(declared, indicesOf(variable));
    if (part.stars < 0 || !canBeAtomic(part.source, part.declaration, part)) return false;
    return !this.needsVolatile || isVolatile(part);
  }

  /** Returns all declarations that a variable of this name could have. */
  private candidates(variable: string): readonly Declared[] {
    const isMember = variable.startsWith('.');
    return this.sources
      .declarations(nameOf(variable))
      .filter((each) => (isMember ? isMemberOf(each) : isGlobal(each) || each.declaration.within === 'block'));
  }

  /** Returns the declarations of a variable by its name; none if they could belong to several variables. */
  private ownDeclarations(variable: string): readonly Declared[] {
    const all = this.candidates(variable);
    return all.length === 1 || all.every(isGlobal) ? all : [];
  }

  private textAccess(variable: string, { site }: VariableAccess): { source: Source; access: TextAccess } | undefined {
    const found = this.sources.at(site);
    if (found === undefined || this.sources.isDeclaredAt(found.source, found.token)) return undefined;
    const { source, token } = found;
    const access = accessAt(source.tokens, token, nameOf(variable), indicesOf(variable));
    return access && { source, access };
  }

  /** Whether the access is the initialisation of the variable, which is not an atomic access. */
  private isInitialised(variable: string, { operation, site }: VariableAccess): boolean {
    const found = this.sources.at(site);
    if (found === undefined || operation !== 'store') return false;
    const { source, token } = found;
    return source.tokens[token]!.text === nameOf(variable) && this.sources.isDeclaredAt(source, token);
  }
}

function nameOf(variable: string): string {
  return variable.replaceAll('[]', '').replace(/^\./, '').split('::').at(-1)!;
}

function indicesOf(variable: string): number {
  return (variable.length - variable.replaceAll('[]', '').length) / 2;
}

/** Returns the part of a declaration that is reached from its name through this many brackets and stars. */
function partOf(declared: Declared, levels: number): Atomic {
  const { stars, dimensions } = declared.declarator;
  // An array is not accessed as a whole.
  return { ...declared, stars: levels < dimensions ? -1 : stars.length - (levels - dimensions) };
}

function isVolatile({ stars, declaration, declarator }: Atomic): boolean {
  return (stars === 0 ? declaration.volatile : declarator.volatile) !== undefined;
}

/** Returns the part in this copy of its declaration, which is found once for each of its names. */
function sameIn(declaration: Declaration, part: Atomic): Atomic {
  return { ...part, declarator: declaration.declarators.find(({ name }) => name === part.declarator.name)! };
}
