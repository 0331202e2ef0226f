import type { Repair } from '@fencepost/check';
import { ATOMIC_ACCESSES } from '@fencepost/check';
import { formatSite } from '@fencepost/core';
import type { Edit, Editor } from './editor.js';
import { offsetOf } from './editor.js';

/** Checks in JavaScript and TypeScript: accesses to elements of typed arrays become operations of Atomics. */
export async function javascriptEditor(): Promise<Editor> {
  const { atomicAccess } = await import('@fencepost/javascript');
  const editsFor = (text: string, { site, operation }: Repair): readonly Edit[] | undefined => {
    const offset = offsetOf(text, site);
    if (offset === undefined || (operation !== 'load' && operation !== 'store')) return undefined;
    return atomicAccess(site.file, text, offset, operation);
  };
  return {
    candidates: ATOMIC_ACCESSES,
    canMake: (text, repair) => editsFor(text, repair) !== undefined,
    edits: (text, repairs) => repairs.flatMap((repair) => editsFor(text, repair)!),
    canTell: () => true,
    words: ({ operation, site }) =>
      `make the ${operation} at ${formatSite(site)} an Atomics.${operation === 'load' ? 'load' : 'store'}`,
  };
}
