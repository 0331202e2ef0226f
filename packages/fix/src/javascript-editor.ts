import type { OperationRepair } from '@fencepost/check';
import { ATOMIC_ACCESSES } from '@fencepost/check';
import { formatSite } from '@fencepost/core';
import type { Edit, Editor } from './editor.js';
import { offsetOf } from './editor.js';

/** What knows the language. */
export interface ElementAccesses {
  /** The edits that make an access to an element atomic; undefined: it is another kind of access. */
  readonly atomicAccess: (
    file: string,
    text: string,
    offset: number,
    operation: 'load' | 'store',
  ) => readonly Edit[] | undefined;
  /** Is it an access to an element? */
  readonly isElement: (file: string, text: string, offset: number) => boolean;
}

/** Checks in JavaScript and TypeScript: accesses to elements of typed arrays become operations of Atomics. */
export function javascriptEditor({ atomicAccess, isElement }: ElementAccesses): Editor {
  const editsFor = (text: string, { site, operation }: OperationRepair): readonly Edit[] | undefined => {
    const offset = offsetOf(text, site);
    if (offset === undefined || (operation !== 'load' && operation !== 'store')) return undefined;
    return isFloat(text, offset) ? undefined : atomicAccess(site.file, text, offset, operation);
  };
  return {
    candidates: ATOMIC_ACCESSES,
    canMake: (text, repair) => editsFor(text, repair) !== undefined,
    edits: (text, repairs) => distinct(repairs.map((repair) => editsFor(text, repair)!)),
    // Atomics has nothing for a DataView, or for what copies and fills.
    canTell: (text, { site }) => {
      const offset = offsetOf(text, site);
      return offset !== undefined && isElement(site.file, text, offset) && !isFloat(text, offset);
    },
    words: ({ operation, site }) =>
      `make the ${operation} at ${formatSite(site)} an Atomics.${operation === 'load' ? 'load' : 'store'}`,
  };
}

/** What reads and writes an element becomes one operation, whichever of the two is wanted. */
function distinct(accesses: readonly (readonly Edit[])[]): readonly Edit[] {
  return [...new Map(accesses.map((edits) => [JSON.stringify(edits), edits])).values()].flat();
}

/**
 * Is the view known to have elements that Atomics does not take, by what stands above: `f = new Float64Array`? Otherwise,
 * the check of the change finds out.
 */
function isFloat(text: string, offset: number): boolean {
  const name = /^(?:this\.)?[#\w$.]+(?=\s*\[)/.exec(text.slice(offset))?.[0].replaceAll(/[$.]/g, String.raw`\$&`);
  if (name === undefined) return false;
  const made = String.raw`(?<![\w$.])${name}\s*(?::\s*|(?::[^=;\n]*)?=\s*new\s+)(\w+Array)\b`;
  const last = [...text.slice(0, offset).matchAll(new RegExp(made, 'g'))].at(-1);
  return last?.[1]?.startsWith('Float') === true;
}
