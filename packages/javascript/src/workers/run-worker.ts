import type { World } from '../world/world.js';
import { mayIdle } from './inbox.js';
import { tellExit } from './life.js';
import { TERMINATED, obeyTermination } from './termination.js';
import { openScope } from './web-scope.js';

const TERMINATED_CODE = 1;

/** Runs a worker file in a fresh world, in which `importFile` evaluates it, until its event loop has nothing left to do. */
export function runWorker(world: World, importFile: () => void): void {
  const isWeb = world.role.kind === 'web worker';
  obeyTermination();
  const scope = isWeb ? openScope(world) : undefined;
  try {
    importFile();
    mayIdle();
    world.loop.run(() => scope?.isClosed === true);
  } catch (error) {
    if (error !== TERMINATED) throw error;
    if (!isWeb) tellExit(TERMINATED_CODE);
    return;
  }
  if (!isWeb) tellExit(0);
}
