import type { Body } from '../context/body.js';
import { callLibrary } from './rewrite-library.js';

/** Functions of the program that are special because of their names (SV-COMP rules): these are atomic. */
const ATOMIC = /^@__VERIFIER_atomic_(?!(?:begin|end)$)/;
const VOID = { kind: 'void', text: 'void' } as const;

/** Its call is the error, whatever it does. */
const ERROR = '@reach_error';

/** At the entry of such a function. */
export function beginSpecial(body: Body): void {
  const { name } = body.fn.signature;
  if (ATOMIC.test(name)) call(body, '@__VERIFIER_atomic_begin');
  if (name !== ERROR) return;
  const located = body.fn.blocks[0]?.instructions.find(({ location }) => location !== undefined);
  body.context.site = body.context.debugInfo.site(located?.location);
  call(body, '@__VERIFIER_error');
}

/** Before it returns. */
export function endSection(body: Body): void {
  if (ATOMIC.test(body.fn.signature.name)) call(body, '@__VERIFIER_atomic_end');
}

function call(body: Body, name: string): void {
  callLibrary(body, name, [], { type: VOID, name: undefined });
}
