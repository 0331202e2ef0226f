import { DARTAGNAN_C } from './sets/dartagnan-c.js';
import { DARTAGNAN_LITMUS } from './sets/dartagnan-litmus.js';
import { ESBMC } from './sets/esbmc.js';
import { GENMC } from './sets/genmc.js';
import { GOBLINT } from './sets/goblint.js';
import { MIRI } from './sets/miri.js';
import { NIDHUGG } from './sets/nidhugg.js';
import { SCTBENCH } from './sets/sctbench.js';
import { SVCOMP } from './sets/svcomp.js';
import { SVCOMP_NAMES } from './sets/svcomp-names.js';
import { TEST262 } from './sets/test262.js';
import { ULTIMATE } from './sets/ultimate.js';
import { WASM_THREADS } from './sets/wasm-threads.js';
import type { TruthSet } from './set.js';

/** All sets: the only list. */
export const SETS: readonly TruthSet[] = [
  SVCOMP,
  SVCOMP_NAMES,
  NIDHUGG,
  GENMC,
  DARTAGNAN_LITMUS,
  DARTAGNAN_C,
  SCTBENCH,
  ULTIMATE,
  ESBMC,
  GOBLINT,
  MIRI,
  WASM_THREADS,
  TEST262,
];
