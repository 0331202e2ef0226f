import type { Given } from '@fencepost/options';
import type { CRunOptions } from '../../options.js';
import type { Operation, Site } from '@fencepost/core';
import type { KnownThreads } from '@fencepost/linear';
import type { ProgramEnd, Remarks } from './run-notes.js';

// Why a thread leaves its calls (ir/context.ts: EXITING). Larger numbers are exceptions.
export const THREAD_ENDS = 1;
export const JUMPS = 2;

/** A library function calls a function of the program. */
export class NestedCall {
  readonly entry: CallStart;
  readonly args: readonly bigint[];
  /** Exceptions may leave it, and the library function that called it. Others end the program. */
  readonly throws: boolean;
  constructor(entry: CallStart, args: readonly bigint[], throws: boolean) {
    this.entry = entry;
    this.args = args;
    this.throws = throws;
  }
}

/** A computation that may perform visible operations, or call functions of the program, before it has its result. */
export type Steps<T> = Generator<Operation | NestedCall, T, number>;

/** The calling thread as a library function sees it. */
export interface ThreadServices {
  /** The thread's handle (core/threads.ts): what `pthread_self` returns. */
  readonly handle: number;
  readonly pointerSize: 4 | 8;

  // Memory as the thread sees it: visible operations where it is shared, direct where it is private or constant.
  read(address: number, size: 1 | 2 | 4, site: Site | undefined, order?: 'plain' | 'relaxed'): Steps<number>;
  read8(address: number, site: Site | undefined): Steps<bigint>;
  write(
    address: number,
    size: 1 | 2 | 4,
    value: number,
    site: Site | undefined,
    order?: 'plain' | 'release',
  ): Steps<void>;
  write8(address: number, value: bigint, site: Site | undefined): Steps<void>;
  /** A pointer-sized value. */
  readPointer(address: number, site: Site | undefined): Steps<number>;
  writePointer(address: number, value: number | bigint, site: Site | undefined): Steps<void>;
  /** A string up to its terminating zero, one character per byte. */
  readString(address: number, site: Site | undefined): Steps<string>;
  copy(to: number, from: number, bytes: number, site: Site | undefined): Steps<void>;
  fill(to: number, byte: number, bytes: number, site: Site | undefined): Steps<void>;

  /** Arguments of a variadic call, from the packed buffer. */
  variadic(buffer: number): VariadicArguments;

  // Synchronisation objects: what the program has of them in its memory.
  /** Initialising one is a plain write, of `mark`: what its bytes tell. */
  initialise(address: number, site: Site | undefined, mark?: number): Steps<void>;
  /** So is destroying it, unless no other thread is left. */
  retire(address: number, site: Site | undefined): Steps<void>;
  /** The four bytes at an offset in it: a visible operation only if threads write there beside others. 0 if it has none. */
  lockWord(address: number, offset: number, site: Site | undefined): Steps<number>;
  /** Does the program write to its bytes beside others, or are they the thread's own, so that what is left there costs little? */
  writesLock(address: number, site: Site | undefined): boolean;

  // Objects
  /** `align`: the alignment of the address. */
  allocate(size: number, site: Site | undefined, align?: number): number;
  /** The size of the object that `allocate` returned at this address; undefined if there is none. */
  sizeOf(address: number): number | undefined;
  free(address: number, site: Site | undefined): Steps<void>;

  /**
   * Starts a thread at a function of the program; returns its handle. After that function the thread calls
   * `afterwards`, if given, with the same argument.
   */
  spawn(start: ThreadStart, fn: number, argument: bigint, site: Site | undefined, afterwards?: number): Steps<number>;
  /** Starts a thread that makes these calls of a scenario. */
  spawnCalls(name: string, calls: readonly CompiledCall[], site: Site | undefined): Steps<number>;
  /** What it calls as part of a scenario. */
  readonly calls: MadeCalls | undefined;
  /** Of the first thread: what the program is to do. */
  readonly scenario: CompiledScenario | undefined;
  /** Calls a function of the program from within a library function. `throws`: exceptions may leave it. */
  call(start: CallStart, fn: number, argument: bigint, throws?: boolean): Steps<void>;
  /** Can calls be left by unwinding? */
  readonly unwinds: boolean;
  /** Why the thread leaves its calls, if it does: `THREAD_ENDS`, `JUMPS`, or an exception. */
  exiting: number;
  /** Leaves the calls up to a handler for this exception. */
  raise(exception: number, site: Site | undefined): void;
  /** Where the exception was raised. */
  raisedAt(exception: number): Site | undefined;
  /** The program is about to end with this status. */
  endWith(status: number, how: ProgramEnd, site: Site | undefined): void;
  /** Ends the calling thread with this result: it leaves all its calls and runs the destructors of their frames. */
  exit(result: bigint, site: Site | undefined): void;
  /** What the thread with this handle returned or passed to exit; known once it was joined. */
  resultOf(handle: number, site: Site | undefined): Steps<bigint>;

  readonly bounds: ExecutionChoices;
  /** What is known of the program, in whatever execution it was learned. */
  readonly context: {
    /** How many sections of a test case are beside each other, by a number that stands for their place. */
    readonly testSections: Map<number, number>;
    /** Threads that others than those that started them detach, or that do so themselves. */
    readonly detachedByOthers: Set<number>;
  };

  /** The thread uses the clock. Are there several that do, or none but this one at all, so that its steps have to be told? */
  sharesClock(): boolean;
  /** The thread reads the clock. */
  readsClock(): void;
  /** The thread sleeps. Does it do so beside others, and can anybody tell? */
  sleepsByClock(): boolean;
  /** Do threads sleep beside others, and does one of them read the clock? */
  timePasses(): boolean;
  /** The content of a place before threads were started. */
  initialWord(place: number): number;

  /** Was the last visible operation of the thread a load at this address? */
  hasJustLoaded(address: number): boolean;

  /** Does the program call this library function anywhere? */
  uses(name: string): boolean;

  /** The thread's own copy of a variable of the program. */
  threadLocalNamed(name: string): number | undefined;

  /** Either of two. */
  chooseBit(site: Site | undefined): Steps<number>;
  /** Any of the values that this call of the program leaves open. Unless they are all, the user is notified which were tried. */
  chooseOpen(site: Site | undefined): Steps<bigint>;

  /** Per thread and run: counters, errno, values of keys. A function of the thread's results like everything else. */
  readonly own: Map<string, number | bigint>;
  /** Remarks that qualify a safe verdict. */
  readonly remarks: Remarks;
  /** Prints text; no visible operation. */
  print(text: string): void;
}

/** Which executions of the program are meant. */
export interface ExecutionChoices extends Given<CRunOptions> {
  /** Chooses the sequence of random numbers. */
  readonly seed?: number;
  /** Of a program that uses a test framework: which test case it runs, or where it lists them instead. */
  readonly testCase?: number | TestCase[];
  /** Where a program that declares data structures lists them. */
  readonly structures?: StructureList;
}

/** The data structures that a program declares. */
export interface StructureList {
  readonly declared: DeclaredStructure[];
  /** Its main has come to the calls of a scenario. */
  complete: boolean;
}

/** A test case of a program that uses a test framework. */
export interface TestCase {
  readonly name: string;
  /** Not run unless asked for by name. */
  readonly disabled: boolean;
}

/** A data structure as a program declares it (`frameworks/fencepost/linearizable.h`). */
export interface DeclaredStructure {
  readonly name: string;
  readonly site: Site | undefined;
  readonly settings: DeclaredSetting[];
  readonly operations: DeclaredOperation[];
}

/** One line of a declaration: it has a text or a number, which may be a function. */
export interface DeclaredSetting {
  readonly setting: string;
  readonly text: string;
  readonly number: number;
  readonly site: Site | undefined;
}

/** An operation that can be called: by a function that gets arguments and tells results by the functions above. */
export interface DeclaredOperation {
  readonly name: string;
  readonly call: number;
  readonly blocking: boolean;
  readonly args: { readonly kind: 'range' | 'values' | 'distinct'; readonly values: number[] }[];
  readonly site: Site | undefined;
}

/** A call of a scenario. */
export interface CompiledCall {
  /** The function that makes it. */
  readonly call: number;
  readonly args: readonly number[];
  /** Among all calls of the scenario. */
  readonly number: number;
  /** It may wait forever. */
  readonly blocking: boolean;
}

/** What a program that declares data structures does: functions are numbers, 0 if there is none. */
export interface CompiledScenario {
  /** Where the structure is declared. */
  readonly site?: Site | undefined;
  readonly setUp: number;
  readonly tearDown: number;
  /** Calls before the threads start. */
  readonly before: readonly CompiledCall[];
  readonly threads: readonly { readonly name: string; readonly calls: readonly CompiledCall[] }[];
  /** What its threads do, as far as other scenarios have found it out. */
  readonly known?: KnownThreads;
  /** Main gives up loops early: they are looked at in another way then. */
  readonly isHasty?: boolean;
}

/** What a call returned. */
export type CallReturn = 'nothing' | 'empty' | 'bool' | 'integer' | 'pointer';

/** The calls of a scenario that a thread makes. */
export interface MadeCalls {
  begin(): void;
  argument(position: number): number;
  end(kind: CallReturn, value: number | bigint): void;
}

/** Functions at which threads start, by the signature of the program's function (ir/entry.ts). */
export type ThreadStart = '__fp_start' | '__fp_start_int' | '__fp_start_cxx';
/** Functions by which library functions call the program, without and with an argument. */
export type CallStart = '__fp_call' | '__fp_call1';

/** The arguments behind `...`, taken one after the other. */
export interface VariadicArguments {
  int(): number;
  long(): bigint;
  double(): number;
  pointer(): number;
}

/** The result of a library function: undefined if it is `void`. */
export type LibraryValue = number | bigint | undefined;

/**
 * Our implementation of a C library function. Arguments are passed as by WebAssembly: 32-bit integers and floats as
 * numbers, 64-bit integers and pointers as bigints, a variadic part as the address of a buffer. Integer results of 64
 * bits must be bigints; pointers may be numbers.
 */
export type LibraryFunction = (
  thread: ThreadServices,
  site: Site | undefined,
  ...args: readonly (number | bigint)[]
) => LibraryValue | Steps<LibraryValue>;
