import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';
import { tagged } from '@fencepost/testing/reports';

// What users see of programs of every front end, on narrow and wide terminals, with colour and without. Look at the
// snapshots when they change: whether they can be read is what this is about.

const root = join(import.meta.dirname, '..');

/** Command lines of `fencepost check`, by the name of the snapshot. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'message passing in C': ['examples/c/message.c'],
  'dekker in C': ['examples/c/dekker.c'],
  'queue in C': ['examples/c/queue.c'],
  'deadlock in C': ['examples/c/deadlock.c', '--model', 'sc,tso'],
  'data race in C': ['examples/c/message.c', '--races', '--model', 'sc'],
  'loop without end in C': ['corpus/loops/endless.c', '--unroll', '3', '--model', 'sc'],
  'message passing in C++': ['corpus/cxx/atomic_mp.cpp', '--model', 'sc,pso', '--', '-DRELAXED'],
  'deadlock in C++': ['corpus/cxx/abba.cpp', '--model', 'sc'],
  'use after free in C': ['corpus/memory/use_after_free.c', '--model', 'sc'],
  'store buffering, litmus': ['examples/litmus/SB.litmus'],
  'message passing, litmus': ['examples/litmus/MP.litmus', '--model', 'tso,pso', '--allow-relaxed'],
  'dekker as a module': ['examples/programs/dekker.mjs', '--model', 'sc,tso'],
  'hand-over as a module': ['examples/programs/handover.mjs', '--races', '--model', 'sc'],
  'many failures as a module': ['packages/fencepost/test/fixtures/many-failures.mjs', '--model', 'sc'],
  'with monitors': ['examples/programs/dekker.mjs', '--method', 'monitor', '--preemptions', '1', '--model', 'tso'],
};

describe('output on a terminal', { timeout: 60_000 }, () => {
  const before = process.cwd();
  beforeAll(() => process.chdir(root));
  afterAll(() => process.chdir(before));

  const compiled = ([, args]: readonly [string, readonly string[]]): boolean => /\.c(pp)?$/.test(args[0]!);
  const some = Object.entries(PROGRAMS).filter((each) => canCompile || !compiled(each));

  it.each(some)('%s', async (name, args) => {
    const pages: string[] = [];
    for (const columns of [56, 120]) {
      for (const colour of ['never', 'always']) {
        // By default the search for it is short.
        const repair = ['--repair', name === 'dekker in C' ? 'always' : 'never'];
        const command = ['check', ...args.slice(0, 1), '--color', colour, ...repair, ...args.slice(1)];
        const { out, err } = await fencepost(command, { outIsTerminal: true, columns });
        expect(err).toBe('');
        const text = out.replaceAll(/\d+\.\d\d s$/gm, 'T s').replaceAll(/\d+\.\d\d s\u001b/g, 'T s\u001b');
        const lines = text.split('\n').map((line) => (colour === 'always' ? tagged(line) : line));
        pages.push(`== ${columns} columns, colour: ${colour}\n${lines.join('\n')}`);
      }
    }
    const file = `terminal-snapshots/${name.replaceAll(/[^\w+]+/g, '-')}.txt`;
    await expect(pages.join('\n')).toMatchFileSnapshot(file);
  });
});
