import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FinalView, Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { ACTOR } from './actor.js';
import type { TimedProgram } from './program.js';
import { postsOf } from './program.js';

/** Larger searches are abandoned. */
const BUDGET = 30_000;

function checkText({ main, other, onMain, onOther }: TimedProgram): string {
  const call = (list: unknown, on: unknown, port: string, messages: number): string =>
    `() => act(${JSON.stringify(list)}, ${JSON.stringify(on)}, view, ${port}, ${messages}, () => {})`;
  return `import { check } from 'fencepost';
    import { act } from './actor.mjs';
    check('it', (t) => {
      const { port1, port2 } = new MessageChannel();
      const view = new Int32Array(new SharedArrayBuffer(4));
      t.thread('main', ${call(main, onMain, 'port1', postsOf(other))});
      t.thread('other', ${call(other, onOther, 'port2', postsOf(main))});
      t.after(() => {});
    });`;
}

/** The results of exploring a program. */
export interface ExploredProgram {
  readonly results: ReadonlySet<string>;
  readonly executions: number;
  /** Why the results are incomplete; empty if they are complete. */
  readonly incomplete: string;
  readonly failures: readonly string[];
}

/** Returns all results of a program under SC. */
export async function exploredResults(program: TimedProgram, folder: string, name: string): Promise<ExploredProgram> {
  const file = join(folder, `${name}.check.mjs`);
  writeFileSync(join(folder, 'actor.mjs'), ACTOR);
  writeFileSync(file, checkText(program));
  const { checks } = await loadChecks(file);
  const checked = checks[0]!.program;
  const results = new Set<string>();
  const after = (final: FinalView): void => {
    const valueOf = (thread: number): unknown => (final.outcome(thread) as { readonly value: unknown }).value;
    results.add(JSON.stringify([valueOf(0), valueOf(1)]));
  };
  const noting = Object.create(checked, { after: { value: after } }) as Program;
  const { executions, failures, rest } = withRestarts(() => {
    results.clear();
    return exploreGraphs(new LocalStates(noting), { model: 'sc', budget: BUDGET });
  });
  const limits = checked.limits!().map(({ what, bound }) => `${what}: ${bound}`);
  return {
    results,
    executions,
    incomplete: rest.length === 0 ? limits.join() : `more than ${BUDGET} executions`,
    failures: failures.map(({ message }) => message),
  };
}
