import type { MemoryOrder, Site } from '@fencepost/core';
import type { OpenValues } from './open-value-context.js';

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
  | 'assembly'
  | 'refused';

/** What a read-modify-write does. */
export type RmwName = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'nand' | 'exchange' | 'max' | 'min' | 'umax' | 'umin';

/** A place in the sources. */
export interface Place {
  readonly site?: Site;
  /** It is outside the user's files: the call site is more helpful. */
  readonly foreign?: true;
}

/** Information about a static operation, which is a number at run time. */
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
  /** A load or store that is volatile and not atomic; its order is that of a relaxed one. */
  readonly volatile?: true;
  /** A variable that ends with a block or an expression, or also begins with one, maybe again and again. */
  readonly scope?: 'ends' | 'begins and ends';
  /** The required alignment of the address, if more than 16. */
  readonly align?: number;
  /** The function called, the variable allocated, or why it is refused. */
  readonly name?: string;
  /** Of a call that returns any value: those to try. */
  readonly open?: OpenValues;
  /** What to do about something refused. */
  readonly hint?: string;
  /** The number of the type of what the address was computed from, or of what a call allocates. */
  readonly view?: number;
  /** The variable by which memory that a call allocates is known. */
  readonly variable?: string;
  readonly float?: boolean;
  readonly pointer?: boolean;
  /** The part at an offset of an allocated variable, according to debug information. */
  readonly describe?: (offset: number) => string;
}

/** A global variable. */
export interface GlobalInfo {
  readonly name: string;
  readonly size: number;
  readonly align?: number;
  readonly constant: boolean;
  readonly threadLocal: boolean;
  /** Only declared in this module; another module may define it. */
  readonly declared: boolean;
  /** In a section of its own: memory beyond its end may be the next element of a list. */
  readonly section?: true;
  readonly site?: Site;
  /** The part of the variable at an offset: 'queue.head', 'flag[1]', else 'name+8'. */
  readonly describe: (offset: number) => string;
}

/** A type by which memory on the heap is looked at. */
export interface ViewInfo {
  readonly name: string;
  readonly size: number;
  /** It has members with names. */
  readonly isClass: boolean;
  /** It ends with an array whose length depends on the allocation. */
  readonly isFlexible: boolean;
  /** The part at an offset, after the name of the whole: '.head', '[1]', '+8'. */
  readonly describe: (offset: number) => string;
}

/** A loop whose head calls an import. */
export interface LoopInfo extends Place {
  readonly function: string;
  /** Does what it carries along decide whether it continues? If not, it does nothing, and is assumed to terminate. */
  readonly comparable: boolean;
  /** Does a counter end it, as far as its code shows? */
  readonly counted: boolean;
}

/** A module with visible accesses, and the meaning of the numbers in it. */
export interface Instrumented {
  readonly ll: string;
  readonly labels: readonly LabelInfo[];
  readonly globals: readonly GlobalInfo[];
  readonly loops: readonly LoopInfo[];
  readonly views: readonly ViewInfo[];
  /** Names of the library functions called, sorted. */
  readonly libraryCalls: readonly string[];
  /** Where the user's functions are, by their names in the linked program. */
  readonly functions: Readonly<Record<string, Site>>;
  readonly pointerSize: 4 | 8;
  /** Does the module define `main` (and, with `entry`, `__fp_main`)? */
  readonly hasMain: boolean;
}

/** Options of instrumentation. Several modules are linked together, so each gets its own range of numbers. */
export interface InstrumentOptions {
  /** The user's name of the main source file. */
  readonly sourceName?: string;
  /** Relative file names are relative to this directory; those of another directory become absolute. */
  readonly directory?: string;
  /** Has the compiler read this file? */
  readonly isRead?: (file: string) => boolean;
  readonly labelBase?: number;
  readonly loopBase?: number;
  readonly globalBase?: number;
  readonly viewBase?: number;
  /** Define the entry points (`__fp_main` and the like). Default: true. */
  readonly entry?: boolean;
  /** Functions that another module of the same program defines (see `definedFunctions`). */
  readonly definedElsewhere?: ReadonlySet<string>;
  /**
   * Set if function addresses must be even: the functions that earlier modules have numbered; this module adds its own.
   */
  readonly numbered?: Set<string>;
  /** Calls of the program may be left by exceptions, or as the thread ends, and then run the destructors of their frames. */
  readonly unwinding?: boolean;
  /** Functions that modules of the library define. */
  readonly ofLibrary?: ReadonlySet<string>;
  /** The module belongs to the library: for the user, what it does happens where it is called. */
  readonly foreign?: boolean;
  /** The module was compiled so that calls can unwind: a function that does not is `noexcept`. */
  readonly exceptions?: boolean;
  /** Its markers say where variables live (scopes.ts). In IR that was optimised, accesses may have been moved across them. */
  readonly scopes?: boolean;
}
