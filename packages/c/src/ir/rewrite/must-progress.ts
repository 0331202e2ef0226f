import type { ModuleContext } from '../context/context.js';
import type { Instruction, Signature } from '../syntax/function.js';

const MUST_PROGRESS = '!"llvm.loop.mustprogress"';

/** Returns whether the compiler marks the function, or the loop with these back edges, as `mustprogress`. */
export function mustProgress(context: ModuleContext, signature: Signature, back: readonly Instruction[]): boolean {
  if (context.hasAttribute(signature.attributes, 'mustprogress')) return true;
  return back.every(({ loop }) => {
    const properties = context.metadata.node(loop)?.elements ?? [];
    return properties.some((name) => name !== loop && context.metadata.node(name)?.elements[0] === MUST_PROGRESS);
  });
}
