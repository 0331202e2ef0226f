import type { Body } from './body.js';
import { stringField } from './metadata.js';
import type { Value } from './values.js';
import { nameOf } from './values.js';

const CHECK = '@__fp_within';

/**
 * Private variables are plain memory, and nothing stops an access that goes beyond one. Where that is not known to stay
 * inside it is asked on the spot, by code that the optimiser takes in.
 */
export function checkPrivate(body: Body, pointer: Value, bytes: number | string): void {
  if (!body.isPrivate(pointer)) return;
  const { base, offset } = body.pointers.origin(pointer);
  const name = nameOf(base);
  const variable = body.pointers.alloca(name);
  if (name === undefined || variable === undefined) return;
  const inside = offset !== undefined && variable.bytes !== undefined && offset >= 0;
  if (inside && typeof bytes === 'number' && offset + bytes <= variable.bytes) return;
  const { context, fn } = body;
  const label = body.label({
    kind: 'bounds',
    size: variable.bytes ?? 0,
    order: 'plain',
    name: stringField(context.metadata.node(fn.variables.get(name)), 'name') ?? 'a local variable',
  });
  const start = body.define(`ptrtoint ptr ${name} to i64`);
  const end = body.define(`ptrtoint ptr ${body.text(pointer)} to i64`);
  const distance = body.define(`sub i64 ${end}, ${start}`);
  const size = variable.bytes ?? body.dynamicBytes(variable);
  context.checksPrivate = true;
  body.emit(`call void ${CHECK}(i64 ${distance}, i64 ${bytes}, i64 ${size}, i32 ${label})`);
}

/** The function that is called for it, with the import it needs. */
export function withinFunction(beyond: string): string[] {
  return [
    `define internal void ${CHECK}(i64 %distance, i64 %bytes, i64 %size, i32 %label) alwaysinline nounwind "no-builtins" {`,
    '  %room = sub i64 %size, %bytes',
    '  %fits = icmp ule i64 %bytes, %size',
    '  %reaches = icmp ule i64 %distance, %room',
    '  %inside = and i1 %fits, %reaches',
    // No bytes are accessed nowhere.
    '  %none = icmp eq i64 %bytes, 0',
    '  %fine = or i1 %inside, %none',
    '  br i1 %fine, label %done, label %outside',
    'outside:',
    `  ${beyond}`,
    '  unreachable',
    'done:',
    '  ret void',
    '}',
  ];
}
