import type { Kind } from './kind.js';

/** The complete description of an option. `T` is the type of its value, whether given or not. */
export interface Option<T> {
  /** Name on the command line, without the dashes; null if it has none there. */
  readonly flag: string | null;
  readonly kind: Kind<NonNullable<T>>;
  /** Its value if it is not given. */
  readonly otherwise: T;
  /** Help text; a function if it mentions choices that can be registered later. */
  readonly help: string | (() => string);
  /** Whether a configuration file and a caller of the library may set it. */
  readonly inConfig: boolean;
  /** Whether a check in a test file may set it. */
  readonly perCheck: boolean;
  /** Whether a resumed search may have a different value. */
  readonly resumable: boolean;
  /** Its letter on the command line: `m` for `-m`; null if it has none. */
  readonly short: string | null;
  /** Whether many users need it. The help of a command with many options shows only these, unless all are asked for. */
  readonly common: boolean;
}

/** Options by their keys: their names in a configuration file and in the library. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** The table of options for values of this type. */
export type TableOf<Values> = { readonly [Key in keyof Values]-?: Option<Values[Key]> };

/** The values of the options of a table. */
export type ValuesOf<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Option<infer T> ? T : never;
};

/** The values that a caller may give; all are optional. */
export type Given<Values> = { readonly [Key in keyof Values]?: NonNullable<Values[Key]> };

type Details = Partial<Omit<Option<unknown>, 'flag' | 'kind' | 'otherwise'>>;
type Otherwise<D> = Details & { readonly otherwise: D };
type Read<T> = Kind<T & NonNullable<unknown>>;

const PLAIN = { help: '', inConfig: false, perCheck: false, resumable: false, short: null, common: false } as const;

/** Defines an option of the command line. Without `otherwise`, its default is undefined. */
export function option<T, D>(flag: string | null, kind: Read<T>, details: Otherwise<D>): Option<T | D>;
export function option<T>(flag: string | null, kind: Read<T>, details?: Details): Option<T | undefined>;
export function option<T, D>(
  flag: string | null,
  kind: Read<T>,
  details: Details | Otherwise<D> = {},
): Option<T | D | undefined> {
  const otherwise = 'otherwise' in details ? details.otherwise : undefined;
  return { ...{ flag, ...PLAIN }, ...details, kind, otherwise };
}

/** Defines an option that a configuration file and a caller of the library may also set. */
export function setting<T, D>(flag: string | null, kind: Read<T>, details: Otherwise<D>): Option<T | D>;
export function setting<T>(flag: string | null, kind: Read<T>, details?: Details): Option<T | undefined>;
export function setting<T>(flag: string | null, kind: Read<T>, details: Details = {}): Option<T | undefined> {
  return option(flag, kind, { ...details, inConfig: true });
}

/** Adapts an option for one command, with other values, another default or another text. */
export function adapted<T, D>(of: Option<unknown>, kind: Read<T>, details: Otherwise<D>): Option<T | D>;
export function adapted<T>(of: Option<unknown>, kind: Read<T>, details: Details): Option<T | undefined>;
export function adapted<T>(of: Option<unknown>, kind: Read<T>, details: Details): Option<T | undefined> {
  const { resumable, short, common } = of;
  return option(of.flag, kind, { resumable, short, common, ...details });
}

/** Returns the default values of the options of a table. */
export function defaultsOf<Table extends object>(table: Table): ValuesOf<Table> {
  const rows = Object.entries(table) as [string, Option<unknown>][];
  return Object.fromEntries(rows.map(([key, { otherwise }]) => [key, otherwise])) as ValuesOf<Table>;
}

/** Returns the command line for these values. Omits values that are the default or have no name there. */
export function flagsOf<Table extends object>(table: Table, values: ValuesOf<Table>): string[] {
  const rows = Object.entries(table) as [string, Option<unknown>][];
  return rows.flatMap(([key, { flag, kind, otherwise }]) => {
    const value = (values as Readonly<Record<string, unknown>>)[key];
    if (flag === null || value === undefined || value === otherwise) return [];
    if (kind.argument === undefined) return value === true ? [`--${flag}`] : [];
    return kind.toTexts(value).flatMap((text) => [`--${flag}`, text]);
  });
}

/** Returns only the values for which a table has options. */
export function picked<Table extends object>(table: Table, values: ValuesOf<Table>): ValuesOf<Table> {
  const entries = Object.entries(values).filter(([key]) => Object.hasOwn(table, key));
  return Object.fromEntries(entries) as ValuesOf<Table>;
}
