import type { MemoryOrder, Site } from '@fencepost/core';

/** The memory order of an access; `plain` if it is not atomic. */
export type AccessOrder = MemoryOrder | 'plain';

/** What a label stands for. */
export type LabelKind =
  | 'load'
  | 'store'
  | 'rmw'
  | 'cas'
  | 'fence'
  | 'memcpy'
  | 'memmove'
  | 'memset'
  | 'call'
  | 'alloca'
  | 'bounds'
  | 'divisor'
  | 'remainder'
  | 'trap'
  | 'assertion'
  | 'return'
  | 'assembly';

/** What a read-modify-write does. */
export type RmwName = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'nand' | 'exchange' | 'max' | 'min' | 'umax' | 'umin';

/** Where something is in the sources. */
export interface Place {
  readonly site?: Site;
  /** It is not in a file of the user's: where it was called from says more. */
  readonly foreign?: true;
}

/** What is known of a static operation; at run time it is a number. */
export interface LabelInfo extends Place {
  readonly kind: LabelKind;
  /** Bytes accessed or allocated; 0 where the operation has no fixed size. */
  readonly size: number;
  readonly order: AccessOrder;
  readonly failureOrder?: AccessOrder;
  readonly fn?: RmwName;
  readonly weak?: boolean;
  /** A load or store that is atomic; other kinds say so themselves. */
  readonly atomic?: true;
  /** An address that must be a multiple of more than 16. */
  readonly align?: number;
  /** The function called, or the variable allocated. */
  readonly name?: string;
  readonly float?: boolean;
  readonly pointer?: boolean;
  /** What is at an offset of an allocated variable, as far as debug information tells. */
  readonly describe?: (offset: number) => string;
}

/** A global variable. */
export interface GlobalInfo {
  readonly name: string;
  readonly size: number;
  readonly align?: number;
  readonly constant: boolean;
  readonly threadLocal: boolean;
  /** Only declared in this module: another module (or nobody) defines it. */
  readonly declared: boolean;
  /** In a section of its own: what is beyond its end may be the next of a list. */
  readonly section?: true;
  readonly site?: Site;
  /** The part of the variable at an offset: 'queue.head', 'flag[1]', else 'name+8'. */
  readonly describe: (offset: number) => string;
}

/** A loop whose head calls an import. */
export interface LoopInfo extends Place {
  readonly function: string;
  /** Does what it takes along decide whether it goes on? If not, it does nothing, and is taken to end. */
  readonly comparable: boolean;
}

/** A module with its accesses made visible, and what the numbers in it mean. */
export interface Instrumented {
  readonly ll: string;
  readonly labels: readonly LabelInfo[];
  readonly globals: readonly GlobalInfo[];
  readonly loops: readonly LoopInfo[];
  /** Names of the library functions called, sorted. */
  readonly libraryCalls: readonly string[];
  readonly pointerSize: 4 | 8;
  /** Does the module define `main` (and, with `entry`, `__fp_main`)? */
  readonly hasMain: boolean;
}

/** Several modules are linked together, so each gets its own range of numbers. */
export interface InstrumentOptions {
  /** The name the user knows the main source file by. */
  readonly sourceName?: string;
  /** Relative file names are relative to this directory; those of another one are made absolute. */
  readonly directory?: string;
  /** Has the compiler read this file? */
  readonly isRead?: (file: string) => boolean;
  readonly labelBase?: number;
  readonly loopBase?: number;
  readonly globalBase?: number;
  /** Define the entry points (`__fp_main` and the like); true unless said otherwise. */
  readonly entry?: boolean;
  /** Functions that another module of the same program defines (see `definedFunctions`). */
  readonly definedElsewhere?: ReadonlySet<string>;
  /** Addresses of functions must be even: those that modules before this one have seen to; this one adds its own. */
  readonly numbered?: Set<string>;
  /** Threads of the program may end within calls, and then destroy what their frames hold. */
  readonly unwinding?: boolean;
  /** The module was compiled so that calls can be left: a function that does not unwind is `noexcept`. */
  readonly exceptions?: boolean;
}
