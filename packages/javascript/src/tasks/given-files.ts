import { FencepostError } from '@fencepost/core';
import type { World } from '../world/running/world.js';
import type { OutsideSettings } from './calls.js';
import { requireKnown } from './outside.js';

/** Contents of files, by path. */
export type FileContents = Readonly<Record<string, string | Uint8Array>>;

interface Given {
  readonly files: FileContents;
  readonly settings: OutsideSettings;
}

const GIVEN = Symbol('given files');

export function giveFiles(world: World, files: FileContents, settings: OutsideSettings): void {
  requireKnown('t.files', settings);
  if (world.known(GIVEN) !== undefined)
    throw new FencepostError('USAGE', 't.files is called twice', { hint: 'give all files in one call' });
  world.slot<Given>(GIVEN, () => ({ files, settings }));
}

export function givenFiles(world: World): Given | undefined {
  return world.known(GIVEN) as Given | undefined;
}
