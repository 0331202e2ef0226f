import type { Site } from '@fencepost/core';
import type { CompiledCall } from '../runtime/base/services.js';
import type { Possession } from './accessed.js';

/** A function of the module that a thread calls; several run one after the other. */
export interface Entry {
  readonly entry: string;
  readonly args: readonly (number | bigint)[];
}

/** The thread that started another one. */
export interface Parent {
  readonly startedAt: Site | undefined;
  readonly gift?: Possession | undefined;
  /** What it is to call. */
  readonly calls?: readonly CompiledCall[];
}
