/** Key of the number of atomic sections that a thread is in. They may be nested. */
export const ATOMIC_DEPTH = 'depth of atomic sections';
