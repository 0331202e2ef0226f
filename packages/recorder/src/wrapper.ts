import type { Compiler } from './programs.js';

/**
 * File next to the socket of the command: exists if a compiler of the recorder was called. Lists the linked files, one
 * per line.
 */
export const COMPILED = 'compiled';

/** Functions that access memory on behalf of the program, without a hook. */
const WRAPPED = [
  ...['memcpy', 'memmove', 'memset', 'memcmp', 'strlen', 'strcpy', 'strcmp'],
  ...['__memcpy_chk', '__memmove_chk', '__memset_chk'],
];

/**
 * Returns a script that compiles with hooks and links the recorder's runtime in place of the sanitizer's. clang gets
 * -fsanitize=thread for the compiler proper only, as its driver would link its own runtime; gcc links the library that
 * it finds as libtsan, which is the recorder's. Reads before a write of the same variable are kept, which clang
 * otherwise omits. gcc has no hooks for functions that it expands in place, such as a memset of 64 bytes: options make
 * it call them.
 */
export function wrapperScript({ path, isClang }: Compiler, folder: string): string {
  const hooks = isClang
    ? '-Xclang -fsanitize=thread -mllvm -tsan-instrument-read-before-write=1 -mllvm -tsan-instrument-func-entry-exit=0 -Qunused-arguments'
    : ['-fsanitize=thread', ...WRAPPED.map((name) => `-fno-builtin-${name}`)].join(' ');
  const library = isClang ? ' -Wl,--no-as-needed -lfencepost-recorder -Wl,--as-needed' : '';
  const wraps = WRAPPED.map((name) => `--wrap=${name}`).join(',');
  return `#!/bin/sh
# Made by fencepost record: compiles with hooks, and links the recorder.
link=
output=a.out
option=
for argument; do
  if [ "$option" = -o ]; then output=$argument; fi
  option=$argument
  case $argument in
    -c | -S | -E | -M | -MM | -fsyntax-only | -r | -nostdlib | -nodefaultlibs | --version | -dumpversion | -dumpmachine | -print-*) link=no ;;
    -v | -V | -*) ;;
    *) link=\${link:-yes} ;;
  esac
done
case $output in /*) ;; *) output=$PWD/$output ;; esac
if [ "$link" != yes ]; then output=; fi
if [ -n "$FENCEPOST_RECORD" ]; then echo "$output" >> "\${FENCEPOST_RECORD%/*}/${COMPILED}"; fi 2> /dev/null
if [ "$link" = yes ]; then
  exec '${path}' ${hooks} -g -L'${folder}'${library} -Wl,-rpath,'${folder}' -Wl,${wraps} "$@"
fi
exec '${path}' ${hooks} -g "$@"
`;
}
