import type { Site } from '@fencepost/core';
import type { LibraryPart } from '../base/define.js';
import { named } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** Functions that initialise, change or destroy attributes which have no effect here: they write to them. */
export function writingAttributes(names: readonly string[]): LibraryPart {
  return named(names, function* (thread, site, attributes) {
    yield* thread.write(attributes, 4, 0, site);
    return 0;
  });
}

/** A function that takes attributes, if any, reads them. */
export function* readAttributes(thread: ThreadServices, attributes: number, site: Site | undefined): Steps<void> {
  if (attributes !== 0) yield* thread.read(attributes, 4, site);
}
