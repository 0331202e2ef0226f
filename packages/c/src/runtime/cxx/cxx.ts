import type { Site } from '@fencepost/core';
import { destroyCondition, makeCondition, notify, wait } from '../threads/conditions.js';
import { about, functions, named } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { detachThread, joinThread, startAndStore } from '../threads/threads.js';

// Functions that libstdc++'s headers (GCC 12, without exceptions) leave to the library. Mangled names: Itanium C++ ABI
// 5.1.

/** Returns the handle in a `std::thread`, which is 0 if it has no thread. */
function* handleOf(thread: ThreadServices, site: Site | undefined, self: number, what: string): Steps<number> {
  const handle = yield* thread.readPointer(self, site);
  if (handle === 0) throw new Error(`${what}: the std::thread has no thread`);
  return handle;
}

const START = '_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE';

const threads = functions({
  /**
   * The new thread owns the state, i.e. the callable and its arguments. The pointer to it moves out of the
   * `unique_ptr`, and the new thread deletes it when the callable has returned.
   */
  *[START](thread, site, self, pointer) {
    const state = yield* thread.readPointer(pointer, site);
    yield* thread.writePointer(pointer, 0, site);
    // Its table of virtual functions holds two destructors, of which the second also deletes, and `_M_run`.
    const table = yield* thread.readPointer(state, site);
    const destroy = yield* thread.readPointer(table + thread.pointerSize, site);
    const run = yield* thread.readPointer(table + 2 * thread.pointerSize, site);
    yield* startAndStore(thread, site, self, () => thread.spawn('__fp_start_cxx', run, BigInt(state), site, destroy));
  },
  *_ZNSt6thread4joinEv(thread, site, self) {
    const what = 'std::thread::join';
    yield* joinThread(thread, site, yield* handleOf(thread, site, self, what), what);
    yield* thread.writePointer(self, 0, site);
  },
  *_ZNSt6thread6detachEv(thread, site, self) {
    const what = 'std::thread::detach';
    yield* detachThread(thread, site, yield* handleOf(thread, site, self, what), what);
    yield* thread.writePointer(self, 0, site);
  },
  /** `std::call_once` passes this function to `pthread_once`, and the function to call in a variable. */
  *__once_proxy(thread, site) {
    const place = thread.threadLocalNamed('std::__once_call');
    if (place !== undefined) yield* thread.call('__fp_call', yield* thread.readPointer(place, site), 0n, true);
  },
  _ZNSt6thread20hardware_concurrencyEv: () => 4,
  _ZNSt6thread6_StateD1Ev: () => undefined,
  _ZNSt6thread6_StateD2Ev: () => undefined,
});

function* waitUnique(thread: ThreadServices, site: Site | undefined, self: number, lock: number): Steps<void> {
  // std::unique_lock starts with the address of its mutex.
  yield* wait(thread, site, self, yield* thread.readPointer(lock, site));
}

function* make(thread: ThreadServices, site: Site | undefined, self: number): Steps<void> {
  yield* makeCondition(thread, site, self);
}

function* destroy(thread: ThreadServices, site: Site | undefined, self: number): Steps<void> {
  yield* destroyCondition(thread, site, self);
}

function* notifyOne(_thread: ThreadServices, site: Site | undefined, self: number): Steps<void> {
  yield* notify(site, self, false);
}

function* notifyAll(_thread: ThreadServices, site: Site | undefined, self: number): Steps<void> {
  yield* notify(site, self, true);
}

const conditions = functions({
  _ZNSt18condition_variableC1Ev: make,
  _ZNSt18condition_variableC2Ev: make,
  _ZNSt18condition_variableD1Ev: destroy,
  _ZNSt18condition_variableD2Ev: destroy,
  _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE: waitUnique,
  _ZNSt18condition_variable10notify_oneEv: notifyOne,
  _ZNSt18condition_variable10notify_allEv: notifyAll,
});

/** Exceptions that the library throws. Without exception support, throwing ends the program. */
const THROWN: readonly (readonly [string, string])[] = [
  ['bad_exception', 'v'],
  ['bad_alloc', 'v'],
  ['bad_array_new_length', 'v'],
  ['bad_cast', 'v'],
  ['bad_typeid', 'v'],
  ['bad_function_call', 'v'],
  ['bad_weak_ptr', 'v'],
  ['logic_error', 'PKc'],
  ['domain_error', 'PKc'],
  ['invalid_argument', 'PKc'],
  ['length_error', 'PKc'],
  ['out_of_range', 'PKc'],
  ['out_of_range_fmt', 'PKcz'],
  ['runtime_error', 'PKc'],
  ['range_error', 'PKc'],
  ['overflow_error', 'PKc'],
  ['underflow_error', 'PKc'],
  ['system_error', 'i'],
  ['future_error', 'i'],
];

function mangled(name: string, parameters: string): string {
  return `_ZSt${name.length}${name}${parameters}`;
}

const thrown = THROWN.flatMap(([name, parameters]) =>
  named([mangled(`__throw_${name}`, parameters)], function* (thread, site, first) {
    if (parameters === 'v') throw new Error(`std::${name}`);
    const what = parameters === 'i' ? first.toString() : yield* thread.readString(first, site);
    throw new Error(`std::${name.replace('_fmt', '')}: ${what}`);
  }),
);

const ends = functions({
  _ZSt9terminatev: () => {
    throw new Error('std::terminate()');
  },
  __cxa_pure_virtual: () => {
    throw new Error('a pure virtual function is called');
  },
  __cxa_deleted_virtual: () => {
    throw new Error('a deleted virtual function is called');
  },
  _ZSt18uncaught_exceptionv: () => 0,
  _ZSt19uncaught_exceptionsv: () => 0,
});

/**
 * Empty functions of the library: allocators. `questions`: the query whether a shared pointer's block came from
 * elsewhere.
 */
const empty = named(
  ['_ZNSaIcEC1Ev', '_ZNSaIcEC2Ev', '_ZNSaIcEC1ERKS_', '_ZNSaIcEC2ERKS_', '_ZNSaIcED1Ev', '_ZNSaIcED2Ev'],
  () => undefined,
);
/** Streams are created when a thread starts, if they are used at all (library/sources/streams.ts). */
const initialisers = named(['_ZNSt8ios_base4InitC1Ev', '_ZNSt8ios_base4InitD1Ev'], () => undefined);
const questions = functions({ _ZNSt19_Sp_make_shared_tag5_S_eqERKSt9type_info: () => 0 });

/** The compiled part of libstdc++ except containers: threads, conditions, exceptions, the end of programs. */
export const cxx = about([...threads, ...conditions, ...thrown, ...ends, ...empty, ...initialisers, ...questions], {
  _ZSt9terminatev: { fails: true },
});
