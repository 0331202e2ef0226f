import { isObject } from '../world/objects/is-object.js';

/** What a test of a runner's table is called with: a row, or its elements. */
type Body = (...given: unknown[]) => unknown;

/** Declares a test. */
type Declare = (name: string, body: Body, ...options: readonly unknown[]) => void;

/** Declares a test for each row of a table. */
export type OrdersEach = (
  table: readonly unknown[],
) => (name: string, body: (...given: never[]) => unknown, ...options: readonly unknown[]) => void;

/** Functions that declare a test for each row of a table. */
export interface OrdersTables {
  /** A test for each row of a table; the elements of a row that is an array are the arguments. */
  readonly each: OrdersEach;
  /** A test for each row of a table, which is the first argument. */
  readonly for: OrdersEach;
}

/** What runners' test functions have besides `only`, `skip` and `todo`, made of the function that declares a test. */
export interface OrdersVariants<Declaring> extends OrdersTables {
  /** Like `skip` if the condition holds. */
  readonly skipIf: (condition: unknown) => Declaring;
  /** Like `skip` unless the condition holds. */
  readonly runIf: (condition: unknown) => Declaring;
}

/** Returns the variants of a function that declares tests. `skip` declares one that does not run. */
export function variantsOf<Declaring>(declare: Declaring, skip: Declaring): OrdersVariants<Declaring> {
  return {
    ...tablesOf(declare as Declare),
    skipIf: (condition) => (Boolean(condition) ? skip : declare),
    runIf: (condition) => (Boolean(condition) ? declare : skip),
  };
}

/** Returns a function that declares tests, which then declares those of tables, too. */
export function withTables<Declaring extends object>(declare: Declaring): Declaring & OrdersTables {
  return Object.assign(declare, tablesOf(declare as unknown as Declare));
}

function tablesOf(declare: Declare): OrdersTables {
  return {
    each: tableOf(declare, (row) => (Array.isArray(row) ? row : [row])),
    for: tableOf(declare, (row) => [row], true),
  };
}

/** `hasContext`: whether tests get the argument of other tests, too. */
function tableOf(declare: Declare, argumentsOf: (row: unknown) => readonly unknown[], hasContext = false): OrdersEach {
  return (table) => {
    if (!Array.isArray(table) || 'raw' in table) throw new TypeError('orders.each takes an array: orders.each([1, 2])');
    return (name, body, ...options) => {
      for (const [index, row] of table.entries()) {
        const given = argumentsOf(row);
        const test: Body = (context) => (body as Body)(...given, ...(hasContext ? [context] : []));
        declare(titleOf(name, given, index), test, ...options);
      }
    };
  };
}

/** Returns the name of a test, with values of its row for `%s` and similar, and for `$name`. */
function titleOf(name: string, given: readonly unknown[], index: number): string {
  let next = 0;
  const [first] = given;
  return name
    .replace(/%([sdifjopO#$%])/g, (all, kind: string) => {
      if (kind === '%') return '%';
      if (kind === '#') return String(index);
      if (kind === '$') return String(index + 1);
      return next < given.length ? shown(given[next++], kind) : all;
    })
    .replace(/\$([A-Za-z_][\w.]*)/g, (all, path: string) => {
      const value = path
        .split('.')
        .reduce<unknown>((at, key) => (isObject(at) ? Reflect.get(at, key) : undefined), first);
      return value === undefined ? all : shown(value, 's');
    });
}

function shown(value: unknown, kind: string): string {
  if (kind === 'd' || kind === 'f') return String(Number(value));
  if (kind === 'i') return String(Math.trunc(Number(value)));
  if (typeof value === 'string' && kind === 's') return value;
  if (typeof value === 'function') return value.name;
  return isObject(value) || typeof value === 'string' ? JSON.stringify(value) : String(value);
}
