import { C_HEADER, cProgram } from './c-program.js';
import { CXX_HEADER, cxxProgram } from './cxx-program.js';

export type Language = 'c' | 'c++';

/**
 * Puts many programs in one file, because compiling takes longer than running. The variable `selected` chooses the
 * program; natively it is the first argument.
 * Each prints what it computes to standard output.
 */
export function batch(language: Language, seeds: readonly number[]): string {
  const one = language === 'c' ? cProgram : cxxProgram;
  const programs = seeds.map((seed, k) => one(seed, `p${k}_`));
  const mains = seeds.map((_, k) => `p${k}_main`).join(', ');
  return `${language === 'c' ? C_HEADER : CXX_HEADER}volatile uint32_t selected = 0;
${programs.join('')}// Through pointers, so that no optimiser makes one function of them all.
static void (*volatile mains[])(void) = {${mains}};
#ifdef __FENCEPOST__
int main(void) {
#else
#include <stdlib.h>
int main(int argc, char **argv) {
  selected = (uint32_t)atoi(argv[1]);
#endif
  mains[selected]();
  return 0;
}
`;
}
