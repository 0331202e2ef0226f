import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/** The property that a task is about. */
export type Property = 'unreach-call' | 'no-data-race' | 'valid-memsafety' | 'no-overflow' | 'termination';

/** A question of the competition: whether the program has the property. */
export interface Task {
  /** The task definition. */
  readonly file: string;
  readonly sources: readonly string[];
  /** `undefined`: a property that we do not support. */
  readonly property: Property | undefined;
  /** `undefined`: not known. */
  readonly expected: boolean | undefined;
  /** The part of the property that is violated, if it has parts. */
  readonly subproperty: string | undefined;
  readonly pointers: 32 | 64;
  /** Further options of the compiler. */
  readonly flags?: readonly string[];
}

/** Task definitions, format 2.0. */
interface Definition {
  readonly format_version: string;
  readonly input_files: string | readonly string[];
  readonly properties: readonly {
    readonly property_file: string;
    readonly expected_verdict?: boolean;
    readonly subproperty?: string;
  }[];
  readonly options?: { readonly language?: string; readonly data_model?: string };
}

/** The formulas of property files; some are conjunctions over several lines. */
const FORMULAS: readonly (readonly [RegExp, Property])[] = [
  [/G ! call\((?:reach_error|__VERIFIER_error)\(\)\)/, 'unreach-call'],
  [/G ! data-race/, 'no-data-race'],
  [/G valid-(?:free|deref|memtrack)/, 'valid-memsafety'],
  [/G ! overflow/, 'no-overflow'],
  [/F end/, 'termination'],
];

/** Returns all tasks below a folder, or of one definition. */
export function tasksIn(path: string): Task[] {
  if (!statSync(path).isDirectory()) return tasksOf(path);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .flatMap((name) => tasksOf(join(path, name)));
}

function tasksOf(file: string): Task[] {
  const { format_version, input_files, properties, options } = parse(readFileSync(file, 'utf8')) as Definition;
  if (!format_version.startsWith('2.')) throw new Error(`${file}: a task definition of version ${format_version}`);
  const sources = [input_files].flat().map((name) => join(dirname(file), name));
  return properties.map(({ property_file, expected_verdict, subproperty }) => ({
    file,
    sources,
    property: propertyIn(readFileSync(join(dirname(file), property_file), 'utf8')),
    expected: expected_verdict,
    subproperty,
    pointers: options?.data_model === 'ILP32' ? 32 : 64,
  }));
}

/** Returns the property; undefined if we do not support it. */
export function propertyIn(text: string): Property | undefined {
  return FORMULAS.find(([formula]) => formula.test(text))?.[1];
}
