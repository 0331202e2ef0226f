import type { Body } from '../context/body.js';
import { callLibrary } from './rewrite-library.js';

/** Functions of the program that are atomic because of their names (SV-COMP rules). */
const ATOMIC = /^@__VERIFIER_atomic_(?!(?:begin|end)$)/;
const VOID = { kind: 'void', text: 'void' } as const;

/** A function whose call is the error, whatever its body. */
const ERROR = '@reach_error';

/** Emits the entry code of a function with a special name. */
export function beginSpecial(body: Body): void {
  const { name } = body.fn.signature;
  if (ATOMIC.test(name)) call(body, '@__VERIFIER_atomic_begin');
  if (name !== ERROR) return;
  const located = body.fn.blocks[0]?.instructions.find(({ location }) => location !== undefined);
  body.context.site = body.context.debugInfo.site(located?.location);
  call(body, '@__VERIFIER_error');
}

/** Ends the atomic section before the function returns. */
export function endSection(body: Body): void {
  if (ATOMIC.test(body.fn.signature.name)) call(body, '@__VERIFIER_atomic_end');
}

function call(body: Body, name: string): void {
  callLibrary(body, name, [], { type: VOID, name: undefined });
}
