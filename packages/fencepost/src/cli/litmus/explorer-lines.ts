import { DEFAULT_EXPLORER, EXPLORERS } from '@fencepost/check';
import type { MemoryModel } from '@fencepost/core';
import { modelNames } from '@fencepost/core';

/** Returns a line for each explorer, for the help text. */
export function explorerLines(): string {
  const width = Math.max(...EXPLORERS.names().map((name) => name.length));
  return EXPLORERS.all()
    .map(({ name, summary, knows }) => `  ${name.padEnd(width)}  ${summary}${onlyHere(knows)}`)
    .join('\n');
}

/** Returns the models that the default explorer does not support. */
function onlyHere(knows: (model: MemoryModel) => boolean): string {
  const standard = EXPLORERS.named(DEFAULT_EXPLORER);
  const more = modelNames((model) => knows(model) && !standard.knows(model));
  return more.length === 0 ? '' : `, knows ${more.join(', ')}`;
}
