import type { Metadata, MetadataNode } from '../syntax/metadata.js';
import { stringField } from '../syntax/metadata.js';

/**
 * Returns the name of a variable or a function with the namespaces and classes around it: `queue::head`. Omits those
 * that the user does not write: anonymous and inline namespaces, and Rust's own crate. The name of a variable in a
 * function does not include the function.
 */
export function qualifiedName(metadata: Metadata, node: MetadataNode | undefined): string | undefined {
  const name = stringField(node, 'name');
  if (name === undefined) return undefined;
  // A static member is declared in its class and defined elsewhere.
  const declared = metadata.follow(node, 'declaration') ?? node;
  const names = [name];
  for (let scope = metadata.follow(declared, 'scope'); scope !== undefined; scope = metadata.follow(scope, 'scope')) {
    if (scope.tag !== 'DINamespace' && scope.tag !== 'DICompositeType') break;
    const around = stringField(scope, 'name');
    if (around !== undefined && scope.fields.get('exportSymbols') !== 'true') names.unshift(around);
  }
  if (names.length > 1 && names[0] === ownCrate(metadata)) names.shift();
  return names.join('::');
}

/** Returns the name of the crate: rustc names its unit `src/main.rs/@/crate.0123abcd-cgu.0`. */
function ownCrate(metadata: Metadata): string | undefined {
  const unit = metadata.node(metadata.node('!llvm.dbg.cu')?.elements[0]);
  return /\/@\/([^./]+)\.[^/]*$/.exec(stringField(metadata.follow(unit, 'file'), 'filename') ?? '')?.[1];
}
