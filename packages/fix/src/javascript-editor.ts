import type { OperationRepair } from '@fencepost/check';
import { ATOMIC_ACCESSES } from '@fencepost/check';
import { formatSite } from '@fencepost/core';
import type { Edit, Editor } from './editor.js';
import { offsetOf } from './editor.js';

/** Language-specific functions. */
export interface ElementAccesses {
  /** Returns the edits that make an element access atomic; undefined for other kinds of access. */
  readonly atomicAccess: (
    file: string,
    text: string,
    offset: number,
    operation: 'load' | 'store',
  ) => readonly Edit[] | undefined;
  /** Whether it is an element access. */
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
    // Atomics has no operations for a DataView, or for copying and filling.
    canTell: (text, { site }) => {
      const offset = offsetOf(text, site);
      return offset !== undefined && isElement(site.file, text, offset) && !isFloat(text, offset);
    },
    words: ({ operation, site }) =>
      `make the ${operation} at ${formatSite(site)} an Atomics.${operation === 'load' ? 'load' : 'store'}`,
  };
}

/**
 * Removes duplicate edits. An access that reads and writes an element becomes one operation, whichever of the two needs
 * it.
 */
function distinct(accesses: readonly (readonly Edit[])[]): readonly Edit[] {
  return [...new Map(accesses.map((edits) => [JSON.stringify(edits), edits])).values()].flat();
}

/**
 * Whether the text above shows that Atomics does not support the elements of the view: `f = new Float64Array`. If it
 * does not show this, the check of the change finds out.
 */
function isFloat(text: string, offset: number): boolean {
  const name = /^(?:this\.)?[#\w$.]+(?=\s*\[)/.exec(text.slice(offset))?.[0].replaceAll(/[$.]/g, String.raw`\$&`);
  if (name === undefined) return false;
  const made = String.raw`(?<![\w$.])${name}\s*(?::\s*|(?::[^=;\n]*)?=\s*new\s+)(\w+Array)\b`;
  const last = [...text.slice(0, offset).matchAll(new RegExp(made, 'g'))].at(-1);
  return last?.[1]?.startsWith('Float') === true;
}
