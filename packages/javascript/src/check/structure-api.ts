import type { ArgumentValues, ScenarioOptions } from '@fencepost/linear';
import type { OutsideSettings } from '../tasks/calls.js';
import type { Outside } from '../tasks/outside.js';
import type { CheckSettings } from './check-settings.js';

/** The names of the methods of an object. */
export type MethodOf<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

/** For each operation, the values of each of its arguments. */
export type StructureOperations<T> = Readonly<Partial<Record<MethodOf<T> & string, readonly ArgumentValues[]>>>;

/** What calls a data structure. */
export type Callers = 'tasks' | 'threads';
const CALLERS: readonly unknown[] = ['tasks', 'threads', undefined] satisfies readonly (Callers | undefined)[];

/** Settings for the size of the scenarios and the way they are checked. */
export interface LinearizableSettings extends CheckSettings, ScenarioOptions {
  /**
   * What calls the structure: threads, or tasks of one event loop, which share all objects and take turns at `await`.
   * Default: threads if the structure creates shared memory, otherwise tasks.
   */
  readonly callers?: Callers;
  /**
   * Creates an object with the same operations that defines their results. Default: the data structure itself, used by
   * one thread.
   */
  readonly model?: () => object;
}

/**
 * `linearizable` as test files call it: a name, a function that creates the data structure, its operations, and
 * optional settings. If threads call the structure, the function runs in each, as part of the thread's own copy of set-up
 * code: threads share only the content of SharedArrayBuffers. Tasks share the structure; `t.outside` makes its services.
 */
export type LinearizableFunction = <T extends object>(
  name: string,
  create: (t: StructureBuilder) => T,
  operations: StructureOperations<T>,
  settings?: LinearizableSettings,
) => void;

/** The argument of the function that creates a data structure. */
export interface StructureBuilder {
  /** Makes a function, or each method of an object, a service outside the program: its answers arrive in any order. */
  outside<T extends object>(stub: T, settings?: OutsideSettings): Outside<T>;
}

/** The settings that only `linearizable` has. */
export const SCENARIO_SETTINGS: readonly string[] = [
  'calls',
  'random',
  'threads',
  'roles',
  'initial',
  'blocking',
  'model',
  'callers',
  'respects',
  'criterion',
  'puts',
  'takes',
];

/** A data structure as declared by a test file. */
export interface GivenStructure {
  readonly create: (t: StructureBuilder) => object;
  readonly callers: Callers | undefined;
  readonly operations: Readonly<Record<string, readonly ArgumentValues[]>>;
  readonly options: ScenarioOptions;
  readonly model: (() => object) | undefined;
}

const USE = "linearizable('ring', () => new Ring(), { push: [int(1, 2)], pop: [] })";

/** Validates the arguments of `linearizable`. */
export function givenStructure(
  name: unknown,
  create: unknown,
  operations: unknown,
  settings: unknown = {},
): { readonly name: string; readonly settings: CheckSettings; readonly structure: GivenStructure } {
  if (typeof name !== 'string' || typeof create !== 'function' || !isRecord(operations) || !isRecord(settings)) {
    throw new TypeError(`linearizable takes a name, a function that creates the structure, and its operations: ${USE}`);
  }
  for (const [operation, args] of Object.entries(operations)) {
    if (!Array.isArray(args) || !args.every((arg) => isRecord(arg) && Array.isArray(arg['values']))) {
      throw new TypeError(`the arguments of ${operation} are not given as values, such as [int(1, 2)]: ${USE}`);
    }
  }
  const { model: given } = settings as { readonly model?: unknown };
  if (given !== undefined && typeof given !== 'function') {
    throw new TypeError(`the model of ${name} is not a function that creates an object: { model: () => new Model() }`);
  }
  const {
    calls,
    random,
    threads,
    roles,
    initial,
    respects,
    blocking,
    criterion,
    puts,
    takes,
    model,
    callers,
    ...rest
  } = settings as LinearizableSettings;
  if (!CALLERS.includes(callers)) throw new TypeError(`the callers of ${name} are not 'tasks' or 'threads'`);
  return {
    name,
    // Only the results of calls matter: executions that are not SC are accepted if their results are correct.
    settings: { allowRelaxed: true, ...rest },
    structure: {
      create: create as GivenStructure['create'],
      callers,
      operations: operations as GivenStructure['operations'],
      options: {
        ...(calls !== undefined && { calls }),
        ...(random !== undefined && { random }),
        ...(threads !== undefined && { threads }),
        ...(roles !== undefined && { roles }),
        ...(initial !== undefined && { initial }),
        ...(respects !== undefined && { respects }),
        ...(blocking !== undefined && { blocking }),
        ...(criterion !== undefined && { criterion }),
        ...(puts !== undefined && { puts }),
        ...(takes !== undefined && { takes }),
      },
      model,
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
