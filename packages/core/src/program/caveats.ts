/** The caveat of a safe verdict on a program in which nothing was asserted; `claim` looks for it among the notes. */
export const NO_ASSERTION = 'no assertion was reached: only crashes, deadlocks and invalid accesses were checked';
