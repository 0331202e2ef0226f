import type { Kind } from './kinds.js';

export type CommandName =
  | 'check'
  | 'test'
  | 'replay'
  | 'scenario'
  | 'fix'
  | 'relax'
  | 'litmus'
  | 'monitor'
  | 'record'
  | 'steer'
  | 'cluster'
  | 'cluster init'
  | 'cluster submit'
  | 'cluster test'
  | 'cluster work'
  | 'cluster report'
  | 'cluster prune'
  | 'cluster status';

/** What the help of a command says about an option, and under which heading. */
export interface OptionHelp {
  readonly group: string;
  /** A function, where it names what may be registered later. */
  readonly text: string | (() => string);
}

/** All that there is to say about an option, once. `T` is what its value is, given or not. */
export interface Option<T> {
  /** On the command line, without the dashes; null: it has no name there. */
  readonly flag: string | null;
  readonly kind: Kind<NonNullable<T>>;
  /** Its value if it is not given. */
  readonly otherwise: T;
  /** A configuration file may have it, and a caller of the library. */
  readonly inConfig: boolean;
  /** A check in a test file may have it among its settings. */
  readonly perCheck: boolean;
  /** A resumed search may have a different value. */
  readonly resumable: boolean;
  /** The commands that take it. */
  readonly in: Partial<Record<CommandName, OptionHelp>>;
}

type Details<D> = Partial<Pick<Option<unknown>, 'inConfig' | 'perCheck' | 'resumable' | 'in'>> & {
  readonly otherwise?: D;
};

/** An option; without `otherwise`, its value is undefined if it is not given. */
export function option<T, D = undefined>(
  flag: string | null,
  kind: Kind<T & NonNullable<unknown>>,
  details: Details<D>,
): Option<T | D> {
  return {
    ...{ flag, inConfig: false, perCheck: false, resumable: false, in: {} },
    ...details,
    kind,
    otherwise: details.otherwise as T | D,
  };
}
