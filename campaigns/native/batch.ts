import { C_HEADER, cProgram } from './c-program.js';
import { CXX_HEADER, cxxProgram } from './cxx-program.js';

export type Language = 'c' | 'c++';

/**
 * Many programs in one file: compiling takes longer than running. Which one is to run, the variable `selected` says; natively it is the first argument.
 * Each tells on standard output what it computes.
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
