import type { Site } from '@fencepost/core';
import type { CompiledCall } from '../../runtime/base/services.js';
import type { Possession } from '../memory/accessed.js';

/** A function of the module that a thread calls. Several entries run one after the other. */
export interface Entry {
  readonly entry: string;
  readonly args: readonly (number | bigint)[];
}

/** Data that a thread gets from the thread that started it. */
export interface Parent {
  readonly startedAt: Site | undefined;
  readonly gift?: Possession | undefined;
  /** Calls that the thread is to make. */
  readonly calls?: readonly CompiledCall[];
}
