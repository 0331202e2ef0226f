import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRAMEWORKS } from '@fencepost/c';

/** Returns the header with which C and C++ programs record their calls. */
export function historyHeader(): string {
  return readFileSync(join(FRAMEWORKS, 'fencepost', 'history.h'), 'utf8');
}
