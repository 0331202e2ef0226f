/* Hints for Dartagnan's treatment of loops, which have no effect here. */
#ifndef FENCEPOST_TRUTH_DARTAGNAN_H
#define FENCEPOST_TRUTH_DARTAGNAN_H

#define __VERIFIER_loop_bound(bound) ((void)0)

#endif
