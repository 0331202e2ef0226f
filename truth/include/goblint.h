/* Goblint's annotations: what they assume holds here, and what they only check about the analysis has no effect. */
#ifndef FENCEPOST_TRUTH_GOBLINT_H
#define FENCEPOST_TRUTH_GOBLINT_H

void __VERIFIER_assume(int condition);

#define __goblint_check(condition) ((void)0)
#define __goblint_assert(condition) ((void)0)
#define __goblint_assume(condition) __VERIFIER_assume(condition)
#define __goblint_assume_join(...) ((void)0)
#define __goblint_globalize(pointer) ((void)(pointer))
#define __goblint_split_begin(value) ((void)0)
#define __goblint_split_end(value) ((void)0)
#define __goblint_bounded(value) ((void)0)

#endif
