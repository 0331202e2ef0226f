/** Of a thread: how many atomic sections it is in. They may be nested. */
export const ATOMIC_DEPTH = 'depth of atomic sections';
