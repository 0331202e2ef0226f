import { C_LIBRARY } from './sources/c.js';
import { ERRORS } from './sources/errors.js';
import { EXCEPTIONS } from './sources/exceptions.js';
import { LOCALE } from './sources/locale.js';
import { SCANNING } from './sources/scanning.js';
import { STANDARD } from './sources/standard.js';
import { STREAMS } from './sources/streams.js';
import { TYPES } from './sources/types.js';

/**
 * A part of the library that is compiled from source like the program, by the user's compiler with the user's headers.
 * Each layer may use those before it.
 */
export interface Layer {
  readonly name: string;
  readonly language: 'c' | 'c++';
  readonly source: string;
  /** Returns whether a program that calls this function needs the layer. `handling`: exceptions may be handled. */
  needed(name: string, handling: boolean): boolean;
}

const names = (list: string): RegExp => new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})`);

const C = names(String.raw`
  qsort(?:_r)?$ bsearch$ strtok(?:_r)?$ strsep$ strerror$ mmap$ munmap$ l{0,2}div$ nextafterf?$ (?:__isoc\d+_)?v?sscanf$ getopt$ __pthread_cleanup_routine$
`);

/** Patterns for mangled names: Itanium C++ ABI 5.1. */
const RUNTIME = names(String.raw`
  __cxa_(?:throw|bad_) __dynamic_cast$
  _ZSt1[3-9](?:current|rethrow|set_term|get_term|uncaught)
  _ZNK?St(?:9exception|9type_info|15__exception_ptr|16nested_exception)
  _ZNK?St(?:8bad_cast|9bad_alloc|10bad_typeid|13bad_exception|20bad_array_new_length)
`);

const LIBRARY = names(String.raw`
  _ZNK?St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE
  _ZSt11_Hash_bytes _ZSt15_Fnv_hash_bytes _ZNKSt8__detail20_Prime_rehash_policy
  _ZNK?St13__future_base _ZSt15future_category _ZNK?St12future_error _ZNSt28__atomic_futex_unsigned_base
  _ZNK?St(?:11logic_error|13runtime_error|12domain_error|16invalid_argument|12length_error|12out_of_range)
  _ZNK?St(?:11range_error|14overflow_error|15underflow_error|17bad_function_call|12bad_weak_ptr|12system_error)
  _ZNK?St(?:3_V2|10error_code)
`);
/** Stream functions except `ios_base::Init`: a program that only includes <iostream> does not need them. */
const STREAM = names(String.raw`
  _ZNK?S[iod](?:[A-Z]|\d|ls|rs|aS|cv) _ZStlsI _ZStrsI _ZSt(?:4endl|4ends|5flush|2ws)I _ZSt16__ostream_insertI _ZSt7getlineI
  _ZNK?St(?:8ios_base(?!4Init)|6locale|9basic_ios|15basic_streambuf|5ctypeIc|7num_put|7num_get)
  _ZN[KRO]*St7__cxx11(?:15basic_stringbuf|18basic_stringstream|19basic_[io]stringstream|8numpunct) _ZSt9use_facet _ZSt9has_facet
`);
const THROWING = /^_ZSt\d+__throw_/;

/** The layers, lowest first. */
const LAYERS: readonly Layer[] = [
  { name: 'c', language: 'c', source: C_LIBRARY + SCANNING, needed: (name) => C.test(name) },
  {
    name: 'runtime',
    language: 'c++',
    source: TYPES + EXCEPTIONS,
    needed: (name, handling) => handling || RUNTIME.test(name),
  },
  {
    name: 'standard',
    language: 'c++',
    source: ERRORS + STANDARD,
    needed: (name, handling) => LIBRARY.test(name) || (handling && THROWING.test(name)),
  },
  { name: 'streams', language: 'c++', source: LOCALE + STREAMS, needed: (name) => STREAM.test(name) },
];

/**
 * Returns the layers for a program that calls these functions without defining them: all up to the highest one needed.
 */
export function layersFor(called: ReadonlySet<string>, handling: boolean): readonly Layer[] {
  const highest = LAYERS.findLastIndex((layer) => [...called].some((name) => layer.needed(name, handling)));
  return LAYERS.slice(0, highest + 1);
}
