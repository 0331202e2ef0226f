import { isFencepostError } from '@fencepost/core';
import { packageOf } from './source.js';

/** What users say about packages in node_modules. `*` in a name stands for any text. */
export interface PackageRules {
  /** To instrument in any case. */
  readonly include: readonly string[];
  /** Not to instrument. */
  readonly exclude: readonly string[];
}

/** Larger files are bundles that take seconds to instrument and to run again for each thread: compilers and the like. */
const MOST_CHARACTERS = 4_000_000;

/** The checker itself. */
const OWN = /^(?:fencepost|@fencepost\/.*)$/;

/** A package turned out to be one that cannot be instrumented: modules are loaded again, without it. */
export class LeftOut extends Error {
  constructor(
    readonly packageName: string,
    readonly why: string,
  ) {
    super(`${packageName} cannot be instrumented: ${why}`);
  }
}

/** Decides which packages are instrumented: all, but for those that are excluded or turn out not to be possible. */
export class Packages {
  private readonly include: readonly RegExp[];
  private readonly exclude: readonly RegExp[];
  /** Why packages are left out that nobody has excluded, by name. */
  private readonly left = new Map<string, string>();

  constructor({ include, exclude }: PackageRules) {
    this.include = include.map(pattern);
    this.exclude = exclude.map(pattern);
  }

  /** Is this file instrumented, as far as its package matters? */
  has(file: string): boolean {
    const name = packageOf(file);
    if (name === undefined || matches(this.include, name)) return true;
    return !OWN.test(name) && !matches(this.exclude, name) && !this.left.has(name);
  }

  leaveOut({ packageName, why }: LeftOut): void {
    this.left.set(packageName, why);
  }

  /** Throws if this text is too long for a package that nobody has asked for by name. */
  refuseLong(file: string, text: string): void {
    const name = this.optional(file);
    if (name !== undefined && text.length > MOST_CHARACTERS) throw new LeftOut(name, 'it is very large');
  }

  /** The error as a reason to leave out the package of this file, if that is possible. */
  blamed(file: string, error: unknown): unknown {
    const name = this.optional(file);
    return name === undefined || error instanceof LeftOut ? error : new LeftOut(name, reasonOf(error));
  }

  /** Why a module is not instrumented, and what to do about it. */
  whyNot(file: string): { readonly why: string; readonly hint: string } {
    const name = packageOf(file);
    const left = name === undefined ? undefined : this.left.get(name);
    if (left !== undefined)
      return { why: `which cannot be instrumented (${left})`, hint: 'give it copies, or a stand-in' };
    if (name === undefined || !matches(this.exclude, name))
      return { why: 'which is no program text', hint: 'give it copies, or a stand-in' };
    return { why: 'which is excluded and so not instrumented', hint: `instrument it: --include ${name}` };
  }

  /** The package of a file, if it may be left out. */
  private optional(file: string): string | undefined {
    const name = packageOf(file);
    return name === undefined || matches(this.include, name) ? undefined : name;
  }
}

function pattern(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}

function matches(patterns: readonly RegExp[], name: string): boolean {
  return patterns.some((each) => each.test(name));
}

function reasonOf(error: unknown): string {
  if (isFencepostError(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
