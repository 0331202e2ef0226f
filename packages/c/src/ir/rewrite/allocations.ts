import type { Body } from '../context/body.js';
import { qualifiedName } from '../debug/debug-names.js';
import type { MetadataNode } from '../syntax/metadata.js';
import { MAIN_NAMES } from '../syntax/module.js';
import type { LabelInfo } from '../syntax/tables.js';
import type { TypedValue, Value } from '../syntax/values.js';

/** Functions that return new memory. */
const ALLOCATORS = /^@(?:[cm]alloc|realloc|reallocarray|aligned_alloc|p?valloc|memalign|strn?dup|mmap|_Zn[wa][mj]\w*)$/;

/**
 * Returns what the source reveals about memory that a call allocates. Its type comes from `new`, from the variable that
 * the pointer is assigned to, or from the return type of the function. Memory that `main` stores in a variable is named
 * after that variable, and so is memory without members. Other objects are named after their types, because functions
 * run more than once.
 */
export function allocation(
  body: Body,
  name: string,
  passed: readonly TypedValue[],
  result: string | undefined,
): Pick<LabelInfo, 'view' | 'variable'> {
  const isResult = result !== undefined && ALLOCATORS.test(name);
  const target = isResult
    ? body.pointerTypes.target(result)
    : name === '@posix_memalign'
      ? passed[0]?.value
      : undefined;
  if (!isResult && target === undefined) return {};
  const { context, pointerTypes } = body;
  const type = (isResult ? made(body, result) : undefined) ?? typeIn(body, target);
  const view = context.views.number(type);
  const variable = target && pointerTypes.variable(target);
  const isKept = MAIN_NAMES.has(body.fn.signature.name) || context.isSetOnce(target);
  const isKnown = isKept ? !body.isRepeated : !context.debugTypes.isClass(type);
  const shown = variable && isKnown ? qualifiedName(context.metadata, variable) : undefined;
  return { ...(view !== undefined && { view }), ...(shown !== undefined && { variable: shown }) };
}

/** Returns the type that the call itself names. */
function made(body: Body, result: string): MetadataNode | undefined {
  return body.context.metadata.node(body.pointerTypes.heapType(result));
}

/** Returns the type that a pointer stored at this address points to. */
function typeIn({ pointerTypes, context }: Body, target: Value | undefined): MetadataNode | undefined {
  const ofTarget = target && context.debugTypes.pointee(pointerTypes.typeOf(target));
  return ofTarget ?? context.debugTypes.pointee(pointerTypes.result);
}
