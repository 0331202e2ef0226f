import type { MemoryOrder, Site } from '@fencepost/core';
import type { OpenValues } from './open-value-context.js';

/** The memory order of an access; `plain` if it is not atomic. */
export type AccessOrder = MemoryOrder | 'plain';

/** The kind of operation that a label stands for. */
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
  | 'division'
  | 'trap'
  | 'assertion'
  | 'return'
  | 'assembly'
  | 'refused';

/** The operands of a division, as its check reports them. Other numbers mean that it has a result. */
export const DIVIDES_BY_ZERO = 0;
export const QUOTIENT_TOO_LARGE = 1;

/** The computation of a read-modify-write. */
export type RmwName = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'nand' | 'exchange' | 'max' | 'min' | 'umax' | 'umin';

/** A place in the sources. */
export interface Place {
  readonly site?: Site;
  /** Whether it is outside the user's files: the call site is more helpful. */
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
  /** Whether a load or store is atomic; for other operations, the kind implies it. */
  readonly atomic?: true;
  /** Whether a load or store is volatile and not atomic; its order is then relaxed. */
  readonly volatile?: true;
  /**
   * Whether the variable's lifetime ends with a block or an expression, or also begins with one, perhaps repeatedly.
   */
  readonly scope?: 'ends' | 'begins and ends';
  /** The required alignment of the address, if more than 16. */
  readonly align?: number;
  /** The called function, the allocated variable, or the reason for a refusal. */
  readonly name?: string;
  /** The values to try for a call that returns an arbitrary value. */
  readonly open?: OpenValues;
  /** For a call of a function that is neither defined nor in the library: what it returns. */
  readonly unknown?: 'nothing' | 'word' | 'wide';
  /** Advice on a refusal. */
  readonly hint?: string;
  /** The number of the type of the object that the address points into, or of the object that a call allocates. */
  readonly view?: number;
  /** The variable after which memory that a call allocates is named. */
  readonly variable?: string;
  readonly float?: boolean;
  readonly pointer?: boolean;
  /** Names the part at an offset of an allocated variable, according to debug information. */
  readonly describe?: (offset: number) => string;
}

/** A global variable. */
export interface GlobalInfo {
  readonly name: string;
  readonly size: number;
  readonly align?: number;
  readonly constant: boolean;
  readonly threadLocal: boolean;
  /** Whether it is only declared in this module; another module may define it. */
  readonly declared: boolean;
  /** Whether it is in a section of its own: memory beyond its end may be the next element of a list. */
  readonly section?: true;
  readonly site?: Site;
  /** Names the part of the variable at an offset: 'queue.head', 'flag[1]', else 'name+8'. */
  readonly describe: (offset: number) => string;
}

/** A type through which memory on the heap is accessed. */
export interface ViewInfo {
  readonly name: string;
  readonly size: number;
  /** Whether it has named members. */
  readonly isClass: boolean;
  /** Whether it ends with an array whose length depends on the allocation. */
  readonly isFlexible: boolean;
  /** Names the part at an offset, without the name of the whole: '.head', '[1]', '+8'. */
  readonly describe: (offset: number) => string;
}

/** A loop whose head calls an import. */
export interface LoopInfo extends Place {
  readonly function: string;
  /**
   * Whether the state it carries decides whether it continues. If not, it has no effect and is assumed to terminate.
   */
  readonly comparable: boolean;
  /** Whether a counter ends it, as far as its code shows. */
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
  /** Places of the user's functions, by their names in the linked program. */
  readonly functions: Readonly<Record<string, Site>>;
  readonly pointerSize: 4 | 8;
  /** Size of `time_t`. */
  readonly timeSize: 4 | 8;
  /** Whether the module defines `main` (and, with `entry`, `__fp_main`). */
  readonly hasMain: boolean;
}

/** Options of instrumentation. Several modules are linked together, so each gets its own range of numbers. */
export interface InstrumentOptions {
  /** The name of the main source file as given by the user. */
  readonly sourceName?: string;
  /** Relative file names are relative to this directory; those of another directory become absolute. */
  readonly directory?: string;
  /** Returns whether the compiler has read this file. */
  readonly isRead?: (file: string) => boolean;
  readonly labelBase?: number;
  readonly loopBase?: number;
  readonly globalBase?: number;
  readonly viewBase?: number;
  /** Whether to define the entry points (`__fp_main` and the like). Default: true. */
  readonly entry?: boolean;
  /** Functions that another module of the same program defines (see `definedFunctions`). */
  readonly definedElsewhere?: ReadonlySet<string>;
  /** Functions that earlier modules have numbered; this module adds its own. Set if function addresses must be even. */
  readonly numbered?: Set<string>;
  /**
   * Whether calls of the program may be left by exceptions, or because the thread ends, and then run the destructors of
   * their frames.
   */
  readonly unwinding?: boolean;
  /** Functions that modules of the library define. */
  readonly ofLibrary?: ReadonlySet<string>;
  /** Whether the module belongs to the library: to the user, its operations happen where it is called. */
  readonly foreign?: boolean;
  /** Whether the module was compiled so that calls can unwind: a function marked `nounwind` is then `noexcept`. */
  readonly exceptions?: boolean;
  /**
   * Whether its markers show where variables live (scopes.ts). In optimised IR, accesses may have been moved across
   * them.
   */
  readonly scopes?: boolean;
}
