import type { Expectation } from '../../expectation.js';
import { alike, everywhere, failing, racing, safe } from '../../expectation.js';

/** Programs that are difficult for the front end. */
export const expectations: readonly Expectation[] = [
  { file: 'badcall2.c', expect: alike(failing('crash')) },
  { file: 'line.c', expect: alike(failing('assertion')) },
  { file: 'memsetbig.c', expect: alike(safe()) },
  { file: 'o2.c', expect: racing(everywhere(failing('assertion'))) },
  { file: 'overlap.c', expect: alike(safe()) },
  { file: 'printfesc.c', expect: {}, error: { code: 'C_UNSUPPORTED', line: 8 } },
  { file: 'small.c', expect: alike(safe()) },
];
