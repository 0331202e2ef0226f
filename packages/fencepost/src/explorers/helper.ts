import type { Program } from '@fencepost/core';
import type { FromHelper, ToHelper } from '@fencepost/check';
import { helperFor } from '@fencepost/check';
import type { Handler } from '@fencepost/workers';
import type { ProgramReference } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import type { BuiltIns } from '../workers/built-ins.js';
import { turn } from '../workers/turn.js';

/** What a thread helps with. */
export interface HelperJob {
  readonly reference: ProgramReference;
  readonly maxDepth?: number | undefined;
}

/** Helps with a search with its own copy of the program, until the thread is ended. */
export function helperHandler(builtIns: BuiltIns): Handler<HelperJob, void, FromHelper<unknown>> {
  return async ({ reference, maxDepth }, { tell, receive }) => {
    const program = await referenced(reference);
    if (program === undefined || !builtIns.areIntact) return undefined;
    const helper = helperFor(program, maxDepth, (message) => tell(builtIns.areIntact ? message : 'failed'), turn);
    receive((message) => helper.take(message as ToHelper<never>));
    return new Promise(() => undefined);
  };
}

/** Its own copy of the program; undefined: the file has changed since the search began. */
async function referenced({ source, options, index, digest }: ProgramReference): Promise<Program | undefined> {
  const loaded = (await loadPrograms(source, options))[index];
  return loaded?.digest === digest ? loaded.program : undefined;
}
