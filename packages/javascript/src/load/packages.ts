import { isFencepostError } from '@fencepost/core';
import { packageOf } from './source.js';

/** User settings for packages in node_modules. `*` in a name matches any text. */
export interface PackageRules {
  /** Packages that are always instrumented. */
  readonly include: readonly string[];
  /** Packages that are not instrumented. */
  readonly exclude: readonly string[];
}

/**
 * Maximum size of a file. Larger files are bundles, such as compilers, that take seconds to instrument and to run again
 * for each thread.
 */
const MOST_CHARACTERS = 4_000_000;

/** Packages of Fencepost itself. */
const OWN = /^(?:fencepost|@fencepost\/.*)$/;

/** Thrown when a package turns out to be impossible to instrument. Modules are then loaded again without it. */
export class LeftOut extends Error {
  constructor(
    readonly packageName: string,
    readonly why: string,
  ) {
    super(`${packageName} cannot be instrumented: ${why}`);
  }
}

/**
 * Selects the packages to instrument: all except those that are excluded or turn out to be impossible to instrument.
 */
export class Packages {
  private readonly include: readonly RegExp[];
  private readonly exclude: readonly RegExp[];
  /** Reasons why packages that are not excluded by the user are left out, by name. */
  private readonly left = new Map<string, string>();

  constructor({ include, exclude }: PackageRules) {
    this.include = include.map(pattern);
    this.exclude = exclude.map(pattern);
  }

  /** Returns whether the file's package allows it to be instrumented. */
  has(file: string): boolean {
    const name = packageOf(file);
    if (name === undefined || matches(this.include, name)) return true;
    return !OWN.test(name) && !matches(this.exclude, name) && !this.left.has(name);
  }

  leaveOut({ packageName, why }: LeftOut): void {
    this.left.set(packageName, why);
  }

  /** Throws if this text is too long, unless the user has included the package by name. */
  refuseLong(file: string, text: string): void {
    const name = this.optional(file);
    if (name !== undefined && text.length > MOST_CHARACTERS) throw new LeftOut(name, 'it is very large');
  }

  /** Turns an error into a reason to leave out the package of this file, if that is possible. */
  blamed(file: string, error: unknown): unknown {
    const name = this.optional(file);
    return name === undefined || error instanceof LeftOut ? error : new LeftOut(name, reasonOf(error));
  }

  /** Returns why a module is not instrumented, and advice to the user. */
  whyNot(file: string): { readonly why: string; readonly hint: string } {
    const name = packageOf(file);
    const left = name === undefined ? undefined : this.left.get(name);
    if (left !== undefined)
      return { why: `which cannot be instrumented (${left})`, hint: 'pass copies, or use a stand-in' };
    if (name === undefined || !matches(this.exclude, name))
      return { why: 'which is not source code', hint: 'pass copies, or use a stand-in' };
    return { why: 'which is excluded from instrumentation', hint: `instrument it: --include ${name}` };
  }

  /** Returns the package of a file, if it may be left out. */
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
