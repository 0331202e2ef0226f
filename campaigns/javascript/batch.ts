import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadChecks } from '@fencepost/javascript';
import type { FrontEnd } from '../front-end.js';
import { accesses } from '../generate/accesses.js';
import { bulk } from '../generate/bulk.js';
import { generate } from '../generate/program.js';
import { HASH, mix } from '../program/types.js';
import { HEADER, render } from './render.js';

/** Number of loop iterations that are followed: more than programs count to. */
const UNROLL = 8;

/** JavaScript. All programs are checks of one file. */
export const JAVASCRIPT: FrontEnd = {
  name: 'javascript',

  generate: (random) => generate(random, 'javascript'),

  async load(programs) {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-campaign-'));
    try {
      const file = join(folder, 'programs.check.mjs');
      writeFileSync(file, [HEADER, ...programs.map((program, i) => render(program, `p${i}`))].join('\n'));
      const { checks } = await loadChecks(file, { unroll: UNROLL });
      return checks.map(({ program }) => program);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  /** Combines the return values of the threads. */
  outcomeOf({ threads }, final) {
    return threads.reduce((hash, _, t) => mix(hash, (final.outcome(t) as { readonly value: number }).value), HASH);
  },

  text: (program) => `${HEADER}${render(program, 'program')}`,
};

/** The same with bulk copies. */
export const JAVASCRIPT_BULK: FrontEnd = { ...JAVASCRIPT, name: 'bulk', generate: bulk };

/** The same without loops, for comparison with the axioms of ARMv8. */
export const JAVASCRIPT_ACCESSES: FrontEnd = { ...JAVASCRIPT, name: 'accesses', generate: accesses };
