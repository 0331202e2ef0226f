import type { Expectation } from '../expectation.js';
import { asserts, everywhere, failing, once, robust, safe } from '../expectation.js';

const terminates = failing('crash', undefined, { message: 'std::terminate()' });

/** Exceptions, and other code compiled into the libraries of C and C++. */
export const expectations: readonly Expectation[] = [
  ...['-DCONSTANT', '-DSTATIC', '-DRELATIVE'].map((flag) => ({ file: 'label_table.c', flags: [flag], expect: once })),
  { file: 'label_table.c', flags: ['-DWRONG'], expect: everywhere(failing('crash')) },
  { file: 'throw_catch.cpp', expect: everywhere(robust(3)) },
  { file: 'throw_catch.cpp', flags: ['-DMANUAL'], expect: everywhere(failing('deadlock')), slow: true },
  {
    file: 'uncaught.cpp',
    expect: everywhere(failing('crash', 7, { message: 'std::terminate(): uncaught std::runtime_error: lost' })),
  },
  { file: 'uncaught.cpp', flags: ['-DNOEXCEPT'], expect: everywhere(failing('crash', 7)), slow: true },
  { file: 'uncaught.cpp', flags: ['-DATEXIT'], expect: everywhere(failing('crash', 7)), slow: true },
  { file: 'exception_ptr.cpp', expect: everywhere(safe()), slow: true },
  { file: 'once_throws.cpp', expect: everywhere(safe()), slow: true },
  { file: 'thread_end.cpp', expect: once, slow: true },
  { file: 'thread_end.cpp', flags: ['-DSWALLOWED'], expect: everywhere(terminates), slow: true },
  { file: 'dynamic_types.cpp', expect: everywhere(safe()), slow: true },
  { file: 'future.cpp', expect: everywhere(robust(3)) },
  { file: 'future.cpp', flags: ['-DASYNC'], expect: everywhere(safe()), slow: true },
  { file: 'future.cpp', flags: ['-DTASK'], expect: everywhere(safe()), slow: true },
  { file: 'future.cpp', flags: ['-DTHROWN'], expect: everywhere(safe()), slow: true },
  { file: 'future.cpp', flags: ['-DNEVER'], expect: everywhere(failing('deadlock')), slow: true },
  { file: 'timed_wait.cpp', expect: everywhere(asserts(13)), slow: true },
  { file: 'strings.cpp', expect: everywhere(robust(2)), slow: true },
  { file: 'strings.cpp', flags: ['-DTABLE'], expect: everywhere(robust(2)), slow: true },
  { file: 'output.cpp', expect: once, note: 'Nothing of what they do is visible to others.', slow: true },
  { file: 'setjmp.c', expect: everywhere(robust(2)) },
  {
    file: 'setjmp.c',
    flags: ['-DLATE'],
    expect: everywhere(
      failing('crash', undefined, { message: 'longjmp: the function that called setjmp has returned' }),
    ),
  },
  { file: 'nested_threads.c', flags: ['-DDEPTH=12'], expect: once },
  { file: 'nested_threads.c', flags: ['-DDEPTH=6', '-DLATE'], expect: everywhere(asserts(29)) },
  { file: 'cleanup.c', expect: everywhere(robust(2)) },
  { file: 'cleanup.c', flags: ['-DFORGOTTEN'], expect: everywhere(failing('deadlock')) },
  { file: 'sorting.c', expect: everywhere(robust(2)) },
  { file: 'scanning.c', expect: once },
];
