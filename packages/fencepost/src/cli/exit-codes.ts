/** The run completed and contradicts nothing that was asked of it. */
export const OK = 0;
/** Results differ from the expected ones. */
export const DISAGREEMENT = 1;
/** The command line or an input file is wrong. */
export const INPUT_ERROR = 2;
/** Our own bug. */
export const INTERNAL_ERROR = 4;
