import type { Body } from '../context/body.js';
import { stringField } from '../syntax/metadata.js';
import type { Allocated } from '../analysis/pointers.js';
import type { Value } from '../syntax/values.js';
import { nameOf } from '../syntax/values.js';

const CHECK = '@__fp_within';

/**
 * Checks an access to a private variable. Private variables are plain memory, and nothing else stops an access beyond
 * one. An access that is not known to stay inside is checked inline, by code that the optimiser integrates.
 */
export function checkPrivate(body: Body, pointer: Value, bytes: number | string): void {
  const found = privateVariable(body, pointer);
  if (found === undefined) return;
  const { name, variable, offset } = found;
  const inside = offset !== undefined && variable.bytes !== undefined && offset >= 0;
  if (inside && typeof bytes === 'number' && offset + bytes <= variable.bytes) return;
  const label = boundsLabel(body, name, variable);
  const start = body.define(`ptrtoint ptr ${name} to i64`);
  const end = body.define(`ptrtoint ptr ${body.text(pointer)} to i64`);
  const distance = body.define(`sub i64 ${end}, ${start}`);
  const size = variable.bytes ?? body.dynamicBytes(variable);
  body.context.checksPrivate = true;
  body.emit(`call void ${CHECK}(i64 ${distance}, i64 ${bytes}, i64 ${size}, i32 ${label})`);
}

/** Announces a private variable that is passed to a library function (vm/argument-bounds.ts). */
export function announcePrivate(body: Body, pointer: Value): void {
  const found = privateVariable(body, pointer);
  if (found === undefined) return;
  const { name, variable } = found;
  const size = variable.bytes ?? body.define(`trunc i64 ${body.dynamicBytes(variable)} to i32`);
  body.call('room', boundsLabel(body, name, variable), body.define(`ptrtoint ptr ${name} to i32`), size);
}

function privateVariable(body: Body, pointer: Value) {
  if (!body.isPrivate(pointer)) return undefined;
  const { base, offset } = body.pointers.origin(pointer);
  const name = nameOf(base);
  const variable = body.pointers.alloca(name);
  return name === undefined || variable === undefined ? undefined : { name, variable, offset };
}

function boundsLabel(body: Body, alloca: string, { bytes = 0 }: Allocated): number {
  const name = stringField(body.context.metadata.node(body.fn.variables.get(alloca)), 'name') ?? 'without a name';
  return body.label({ kind: 'bounds', size: bytes, order: 'plain', name });
}

/** Defines the function that checks an access, with the import it needs. */
export function withinFunction(beyond: string): string[] {
  return [
    `define internal void ${CHECK}(i64 %distance, i64 %bytes, i64 %size, i32 %label) alwaysinline nounwind "no-builtins" {`,
    '  %room = sub i64 %size, %bytes',
    '  %fits = icmp ule i64 %bytes, %size',
    '  %reaches = icmp ule i64 %distance, %room',
    '  %inside = and i1 %fits, %reaches',
    // An access of no bytes is always valid.
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
