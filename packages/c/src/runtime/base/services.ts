import type { Given } from '@fencepost/options';
import type { CRunOptions } from '../../options.js';
import type { Operation, Site } from '@fencepost/core';
import type { KnownThreads } from '@fencepost/linear';
import type { ProgramEnd, Remarks } from './run-notes.js';

// Reasons why a thread leaves its calls (ir/context.ts: EXITING). Larger numbers are exceptions.
export const THREAD_ENDS = 1;
export const JUMPS = 2;

/** The function that allocates an object. The function that frees it must match. `calloc` also stands for the library. */
export type Allocator = 'malloc' | 'calloc' | 'new' | 'new[]';

/** A call of a function of the program by a library function. */
export class NestedCall {
  readonly entry: CallStart;
  readonly args: readonly bigint[];
  /** Whether exceptions may leave it and the library function that called it. Otherwise they end the program. */
  readonly throws: boolean;
  constructor(entry: CallStart, args: readonly bigint[], throws: boolean) {
    this.entry = entry;
    this.args = args;
    this.throws = throws;
  }
}

/** A computation that may perform visible operations, or call functions of the program, before it has its result. */
export interface Steps<T> {
  next(result: number): IteratorResult<Operation | NestedCall, T>;
  return(value: T): IteratorResult<Operation | NestedCall, T>;
  [Symbol.iterator](): Steps<T>;
}

/** The interface of the calling thread for library functions. */
export interface ThreadServices {
  /** The thread's handle (core/threads.ts), which `pthread_self` returns. */
  readonly handle: number;
  readonly pointerSize: 4 | 8;
  /** Size of `time_t`, and of the other numbers in a `struct timeval`. */
  readonly timeSize: 4 | 8;

  // Memory from the thread's perspective: visible operations where it is shared, direct accesses where it is private or
  // constant.
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
  /** Reads a pointer-sized value. */
  readPointer(address: number, site: Site | undefined): Steps<number>;
  writePointer(address: number, value: number | bigint, site: Site | undefined): Steps<void>;
  /** Reads a string up to its terminating zero, one character per byte. */
  readString(address: number, site: Site | undefined): Steps<string>;
  copy(to: number, from: number, bytes: number, site: Site | undefined): Steps<void>;
  fill(to: number, byte: number, bytes: number, site: Site | undefined): Steps<void>;

  /** Returns the arguments of a variadic call, from the packed buffer. */
  variadic(buffer: number): VariadicArguments;

  // Synchronisation objects: the bytes of them in the program's memory.
  /** Initialises an object by a plain write of `mark` to its bytes. */
  initialise(address: number, site: Site | undefined, mark?: number): Steps<void>;
  /** Destroys an object by a plain write, unless no other thread is left. */
  retire(address: number, site: Site | undefined): Steps<void>;
  /** Reads four bytes of the object: visible only if the program also writes them. Returns 0 if the object has no bytes. */
  lockWord(address: number, offset: number, site: Site | undefined): Steps<number>;
  /** Whether the program writes to the object's bytes, or only this thread uses them, so that writing them costs little. */
  writesLock(address: number, site: Site | undefined): boolean;

  // Objects
  /** Allocates an object. `align`: alignment of its address. */
  allocate(size: number, site: Site | undefined, align?: number, by?: Allocator): number;
  /** Begins the lifetime of an allocated object, with an operation if other threads must see it. Returns the address. */
  beginObject(address: number): number | Steps<number>;
  /** Returns the size of the object that `allocate` returned at this address; undefined if there is none. */
  sizeOf(address: number): number | undefined;
  free(address: number, site: Site | undefined, by?: Allocator): Steps<void>;

  /**
   * Starts a thread at a function of the program, and returns its handle. After that function the thread calls
   * `afterwards`, if given, with the same argument.
   */
  spawn(start: ThreadStart, fn: number, argument: bigint, site: Site | undefined, afterwards?: number): Steps<number>;
  /** The handle of the thread that `spawn` starts next. */
  readonly nextHandle: number;
  /** Starts a thread that makes these calls of a scenario. */
  spawnCalls(name: string, calls: readonly CompiledCall[], site: Site | undefined): Steps<number>;
  /** The calls that the thread makes as part of a scenario. */
  readonly calls: MadeCalls | undefined;
  /** The scenario to perform; only for the first thread. */
  readonly scenario: CompiledScenario | undefined;
  /** Calls a function of the program from within a library function. `throws`: exceptions may leave it. */
  call(start: CallStart, fn: number, argument: bigint, throws?: boolean): Steps<void>;
  /** Whether calls can be left by unwinding. */
  readonly unwinds: boolean;
  /** Reason why the thread leaves its calls, if it does: `THREAD_ENDS`, `JUMPS`, or an exception. */
  exiting: number;
  /** Leaves the calls up to a handler for this exception. */
  raise(exception: number, site: Site | undefined): void;
  /** Returns the place where the exception was raised. */
  raisedAt(exception: number): Site | undefined;
  /** Called when the program is about to end with this status. */
  endWith(status: number, how: ProgramEnd, site: Site | undefined): void;
  /** Ends the calling thread with this result: it leaves all its calls and runs the destructors of their frames. */
  exit(result: bigint, site: Site | undefined): void;
  /** Returns the value that the thread with this handle returned or passed to exit; available once it was joined. */
  resultOf(handle: number, site: Site | undefined): Steps<bigint>;

  readonly bounds: ExecutionChoices;
  /** Facts about the program, from whichever execution they were learned in. */
  readonly context: {
    /** Number of sibling sections of a test case, by a number that identifies their place. */
    readonly testSections: Map<number, number>;
    /** Threads detached by themselves, or by a thread other than the one that started them. */
    readonly detachedByOthers: Set<number>;
  };

  /**
   * Records that the thread uses the clock. Returns whether its steps on the clock must be operations: several threads
   * use the clock, or this thread is still alone.
   */
  sharesClock(): boolean;
  /** Records that the thread reads the clock. */
  readsClock(): void;
  /**
   * Records that the thread sleeps. Returns whether it does so while other threads exist, and any thread can observe
   * it.
   */
  sleepsByClock(): boolean;
  /** Whether threads sleep while other threads exist, and one of them reads the clock. */
  timePasses(): boolean;
  /** Returns the content of a place before threads were started. */
  initialWord(place: number): number;

  /** Whether the last visible operation of the thread was a load at this address. */
  hasJustLoaded(address: number): boolean;

  /** Whether the program calls this library function anywhere. */
  uses(name: string): boolean;

  /** Returns the address of the thread's own copy of a variable of the program. */
  threadLocalNamed(name: string): number | undefined;

  /** Chooses 0 or 1. */
  chooseBit(site: Site | undefined): Steps<number>;
  /**
   * Chooses any of the values that this call of the program leaves open. Unless all values are tried, the user is
   * notified which were.
   */
  chooseOpen(site: Site | undefined): Steps<bigint>;

  /**
   * State per thread and run: counters, errno, values of keys. Like all private state, it is a function of the results
   * of the thread's operations.
   */
  readonly own: Map<string, number | bigint>;
  /** Remarks that qualify a safe verdict. */
  readonly remarks: Remarks;
  /** Prints text. This is not a visible operation. */
  print(text: string): void;
}

/** Options that select the executions of the program. */
export interface ExecutionChoices extends Given<CRunOptions> {
  /** Seed of the sequence of random numbers. */
  readonly seed?: number;
  /** Whether memory has any content until it is written: a program that reads it before is not fully explored. */
  readonly openMemory?: boolean;
  /** Whether functions that are neither defined nor in the library do nothing and return any value. */
  readonly openFunctions?: boolean;
  /** Whether a wait for a condition variable may end at any moment, any number of times. Then signals do not matter. */
  readonly endlessSpurious?: boolean;
  /**
   * For a program that uses a test framework: the test case to run, or the list to which the program adds its test
   * cases instead.
   */
  readonly testCase?: number | TestCase[];
  /** List to which a program adds the data structures it declares. */
  readonly structures?: StructureList;
}

/** The data structures that a program declares. */
export interface StructureList {
  readonly declared: DeclaredStructure[];
  /** Whether its main has reached the calls of a scenario. */
  complete: boolean;
}

/** A test case of a program that uses a test framework. */
export interface TestCase {
  readonly name: string;
  /** Whether the test case is run only if selected by name. */
  readonly disabled: boolean;
}

/** A data structure declared by a program (`frameworks/fencepost/linearizable.h`). */
export interface DeclaredStructure {
  readonly name: string;
  readonly site: Site | undefined;
  readonly settings: DeclaredSetting[];
  readonly operations: DeclaredOperation[];
}

/** One line of a declaration, with a text or a number. The number may be a function. */
export interface DeclaredSetting {
  readonly setting: string;
  readonly text: string;
  readonly number: number;
  readonly site: Site | undefined;
}

/** An operation that can be called. Its function gets arguments and reports results by the functions above. */
export interface DeclaredOperation {
  readonly name: string;
  readonly call: number;
  readonly blocking: boolean;
  readonly args: { readonly kind: 'range' | 'values' | 'distinct'; readonly values: number[] }[];
  readonly site: Site | undefined;
}

/** A call of a scenario. */
export interface CompiledCall {
  /** The function that makes the call. */
  readonly call: number;
  readonly args: readonly number[];
  /** Index among all calls of the scenario. */
  readonly number: number;
  /** Whether the call may wait forever. */
  readonly blocking: boolean;
}

/** Actions of a program that declares data structures. Functions are numbers, 0 if there is none. */
export interface CompiledScenario {
  /** Place of the declaration of the structure. */
  readonly site?: Site | undefined;
  readonly setUp: number;
  readonly tearDown: number;
  /** Calls before the threads start. */
  readonly before: readonly CompiledCall[];
  readonly threads: readonly { readonly name: string; readonly calls: readonly CompiledCall[] }[];
  /** Behaviour of its threads, as far as other scenarios have found it out. */
  readonly known?: KnownThreads;
  /**
   * Whether main cuts off loops early. The calls are then made in another thread, which finds out whether they wait.
   */
  readonly isHasty?: boolean;
}

/** Kind of value that a call returned. */
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

/** The arguments of `...`, taken one after the other. */
export interface VariadicArguments {
  int(): number;
  long(): bigint;
  double(): number;
  pointer(): number;
}

/** Result of a library function: undefined if it is `void`. */
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
