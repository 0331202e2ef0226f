// How much is tried: -DCALLS=6 -DTHREADS=3.
#ifndef CALLS
#define CALLS 4
#endif
#ifndef THREADS
#define THREADS 2
#endif
// Which mistake is made; 0: none.
#ifndef MUTANT
#define MUTANT 0
#endif
// This order, or a weaker one in a mutant.
#define ORDER(order, mutant, weaker) (MUTANT == (mutant) ? memory_order_##weaker : memory_order_##order)
