import { modules } from '#host/modules';
import { paths } from '#host/paths';
import { FencepostError } from '@fencepost/core';
import { guardBuiltin } from '../memory/natives/node-modules.js';
import { CommonState } from '../world/objects/common-objects.js';
import { addForeign } from '../world/objects/foreign.js';
import { removeFreeNames } from '../world/objects/free-names.js';
import type { Foreigner } from './guarded.js';
import { guarded, guardChanges } from './guarded.js';
import type { External } from './record.js';
import { isProgramText } from './source.js';

/** Modules that Node loads unchanged, once per process. */
export class Externals {
  private readonly known = new Map<string, Promise<External>>();
  private readonly foreigner: (id: string) => Foreigner;

  constructor(foreigner: (id: string) => Foreigner) {
    this.foreigner = foreigner;
  }

  /** Loads a module. `id`: a path, `node:…` or a URL. */
  load(id: string): Promise<External> {
    let external = this.known.get(id);
    if (external === undefined) {
      external = load(id, this.foreigner(id));
      this.known.set(id, external);
    }
    return external;
  }
}

async function load(id: string, from: Foreigner): Promise<External> {
  try {
    guardBuiltin(id);
    if (id.startsWith('data:')) throw new Error('code in a URL is not instrumented');
    if (modules.isBuiltin(id)) {
      const namespace = await modules.importModule(id);
      addForeign(id, namespace);
      return { id, namespace };
    }
    // Otherwise assignments by the module could go to globals left over from a world.
    removeFreeNames();
    const before = CommonState.now();
    try {
      const namespace = await modules.importModule(id);
      addForeign(id, namespace);
      return { id, namespace: guarded(namespace, from) };
    } finally {
      guardChanges(before, from);
    }
  } catch (error) {
    return { id, namespace: unusable(id, error) };
  }
}

function shortened(id: string): string {
  return id.startsWith('data:') ? `${id.slice(0, 40)}…` : id;
}

function hintFor(id: string): string {
  if (id.startsWith('data:')) return 'Put the code into a file.';
  if (paths.isAbsolute(id) && !isProgramText(id)) {
    return 'Apart from programs, only JSON can be imported: read other files with node:fs.';
  }
  return modules.hints.unusable;
}

/**
 * Returns a namespace object that throws on access. Most modules that cannot be loaded are never used by a check: style
 * sheets, browser code.
 */
function unusable(id: string, cause: unknown): object {
  const fail = (): never => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FencepostError('JS_MODULE', `'${shortened(id)}' could not be loaded: ${reason}`, { hint: hintFor(id) });
  };
  return new Proxy({}, { get: fail, has: () => true, ownKeys: fail });
}
