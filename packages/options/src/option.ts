import type { Kind } from './kind.js';

/** All that there is to say about an option, once. `T` is what its value is, given or not. */
export interface Option<T> {
  /** On the command line, without the dashes; null: it has no name there. */
  readonly flag: string | null;
  readonly kind: Kind<NonNullable<T>>;
  /** Its value if it is not given. */
  readonly otherwise: T;
  /** What the help says; a function, where it names what may be registered later. */
  readonly help: string | (() => string);
  /** A configuration file may have it, and a caller of the library. */
  readonly inConfig: boolean;
  /** A check in a test file may have it among its settings. */
  readonly perCheck: boolean;
  /** A resumed search may have a different value. */
  readonly resumable: boolean;
}

/** Options by their keys: their names in a configuration file and in the library. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** A table of the options whose values are these. */
export type TableOf<Values> = { readonly [Key in keyof Values]-?: Option<Values[Key]> };

/** The values of the options of a table. */
export type ValuesOf<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Option<infer T> ? T : never;
};

/** What a caller may give of such values: all of it can be left out. */
export type Given<Values> = { readonly [Key in keyof Values]?: NonNullable<Values[Key]> };

type Details = Partial<Pick<Option<unknown>, 'help' | 'inConfig' | 'perCheck' | 'resumable'>>;
type Otherwise<D> = Details & { readonly otherwise: D };
type Read<T> = Kind<T & NonNullable<unknown>>;

/** An option of the command line; without `otherwise`, its value is undefined if it is not given. */
export function option<T, D>(flag: string | null, kind: Read<T>, details: Otherwise<D>): Option<T | D>;
export function option<T>(flag: string | null, kind: Read<T>, details?: Details): Option<T | undefined>;
export function option<T, D>(
  flag: string | null,
  kind: Read<T>,
  details: Details | Otherwise<D> = {},
): Option<T | D | undefined> {
  const otherwise = 'otherwise' in details ? details.otherwise : undefined;
  return { ...{ flag, help: '', inConfig: false, perCheck: false, resumable: false }, ...details, kind, otherwise };
}

/** An option that a configuration file and a caller of the library may set as well. */
export function setting<T, D>(flag: string | null, kind: Read<T>, details: Otherwise<D>): Option<T | D>;
export function setting<T>(flag: string | null, kind: Read<T>, details?: Details): Option<T | undefined>;
export function setting<T>(flag: string | null, kind: Read<T>, details: Details = {}): Option<T | undefined> {
  return option(flag, kind, { ...details, inConfig: true });
}

/** The same option, as one command has it: with other values, another default, another text. */
export function adapted<T, D>(of: Option<unknown>, kind: Read<T>, details: Otherwise<D>): Option<T | D>;
export function adapted<T>(of: Option<unknown>, kind: Read<T>, details: Details): Option<T | undefined>;
export function adapted<T>(of: Option<unknown>, kind: Read<T>, details: Details): Option<T | undefined> {
  return option(of.flag, kind, { resumable: of.resumable, ...details });
}

/** The values that the options of a table have if nothing is given. */
export function defaultsOf<Table extends object>(table: Table): ValuesOf<Table> {
  const rows = Object.entries(table) as [string, Option<unknown>][];
  return Object.fromEntries(rows.map(([key, { otherwise }]) => [key, otherwise])) as ValuesOf<Table>;
}

/** The command line that gives these values; nothing for those that are the default, or have no name there. */
export function flagsOf<Table extends object>(table: Table, values: ValuesOf<Table>): string[] {
  const rows = Object.entries(table) as [string, Option<unknown>][];
  return rows.flatMap(([key, { flag, kind, otherwise }]) => {
    const value = (values as Readonly<Record<string, unknown>>)[key];
    if (flag === null || value === undefined || value === otherwise) return [];
    if (kind.argument === undefined) return value === true ? [`--${flag}`] : [];
    return kind.toTexts(value).flatMap((text) => [`--${flag}`, text]);
  });
}

/** Only the values that a table has options for. */
export function picked<Table extends object>(table: Table, values: ValuesOf<Table>): ValuesOf<Table> {
  const entries = Object.entries(values).filter(([key]) => Object.hasOwn(table, key));
  return Object.fromEntries(entries) as ValuesOf<Table>;
}
