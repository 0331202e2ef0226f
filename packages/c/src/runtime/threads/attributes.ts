import type { Site } from '@fencepost/core';
import type { LibraryPart } from '../base/define.js';
import { named } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';

/**
 * Defines functions that initialise, change or destroy attributes without effect here. They only write to the
 * attributes.
 */
export function writingAttributes(names: readonly string[]): LibraryPart {
  return named(names, function* (thread, site, attributes) {
    yield* thread.write(attributes, 4, 0, site);
    return 0;
  });
}

/** Reads attributes, if any, as a function that takes them does. */
export function* readAttributes(thread: ThreadServices, attributes: number, site: Site | undefined): Steps<void> {
  if (attributes !== 0) yield* thread.read(attributes, 4, site);
}
