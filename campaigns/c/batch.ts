import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import { staticHandle } from '@fencepost/core';
import type { FrontEnd } from '../front-end.js';
import { generate } from '../generate/program.js';
import { generateRounds } from '../generate/rounds.js';
import type { Program } from '../program/ast.js';
import { END, HEADER, render } from './render.js';

/** Number of loop iterations that are followed: more than programs count to. */
const UNROLL = 8;

/**
 * C. All programs are compiled together, which takes hardly longer than compiling one. A variable selects the one that
 * main runs.
 */
export const C: FrontEnd = {
  name: 'c',

  generate: (random) => generate(random, 'c'),

  async load(programs) {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-campaign-'));
    try {
      const file = join(folder, 'programs.c');
      writeFileSync(file, fileOf(programs));
      const built = await build({ files: [file], flags: ['-w'], cache: false });
      const bounds = { ...DEFAULT_BOUNDS, unroll: UNROLL, volatile: 'relaxed' } as const;
      return programs.map((_, i) => compiledProgram(`program ${i}`, built, bounds, new Map([['chosen', i]])));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  outcomeOf(_, final) {
    // The result of the store is between them.
    const [end, , outcome] = final.results().get(staticHandle(0))!.slice(-3);
    return end === END ? outcome! : 'exit';
  },

  text: (program) => `${HEADER}${render(program, '_')}int main(void) {\n_main();\nreturn 0;\n}\n`,
};

/** The same with loops that change almost nothing. */
export const C_LOOPS: FrontEnd = { ...C, name: 'loops', generate: generateRounds };

function fileOf(programs: readonly Program[]): string {
  const cases = programs.map((_, i) => `case ${i}: p${i}_main(); break;`);
  const main = ['int main(void) {', 'switch (chosen) {', ...cases, '}', 'return 0;', '}', ''];
  const bodies = programs.map((program, i) => render(program, `p${i}_`));
  return [HEADER, 'volatile int chosen = -1;', ...bodies, ...main].join('\n');
}
