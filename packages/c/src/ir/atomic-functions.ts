import type { Body } from './body.js';
import { callLibrary } from './rewrite-library.js';

/** Functions of the program that are atomic because of their names (SV-COMP rules). */
const ATOMIC = /^@__VERIFIER_atomic_(?!(?:begin|end)$)/;
const VOID = { kind: 'void', text: 'void' } as const;

/** At the entry of such a function. */
export function beginSection(body: Body): void {
  if (ATOMIC.test(body.fn.signature.name)) call(body, '@__VERIFIER_atomic_begin');
}

/** Before it returns. */
export function endSection(body: Body): void {
  if (ATOMIC.test(body.fn.signature.name)) call(body, '@__VERIFIER_atomic_end');
}

function call(body: Body, name: string): void {
  callLibrary(body, name, [], { type: VOID, name: undefined });
}
