import type { MemoryOrder } from '@fencepost/core';
import type { VariableRepair } from '@fencepost/check';
import type { TextAccess } from './c-lvalues.js';
import type { Source } from './c-sources.js';
import type { Token } from './c-syntax.js';
import { lastBefore } from './c-syntax.js';
import type { Edit } from './editor.js';

const FETCH: Readonly<Record<string, string>> = { '+': 'add', '-': 'sub', '&': 'and', '|': 'or', '^': 'xor' };

/** Returns the edits that add a memory order to an access; undefined if it has an unknown form. */
export function accessEdits(
  { text, tokens, isCxx }: Source,
  access: TextAccess,
  order: VariableRepair['order'],
): readonly Edit[] | undefined {
  const { first, last, form, operator } = access;
  const word = (each: MemoryOrder): string => `${isCxx ? 'std::' : ''}memory_order_${each}`;
  const start = tokens[first]!.start;
  const end = tokens[last]!.end;
  const isDereferenced = tokens[first]!.text === '*';
  // The address of `*p` is `p`.
  const address = isDereferenced ? '' : '&';
  const opened = (name: string): Edit[] => {
    if (isCxx) return isDereferenced ? [{ start, end: start + 1, text: '' }] : [];
    return [{ start, end: isDereferenced ? start + 1 : start, text: `atomic_${name}_explicit(${address}` }];
  };
  const method = (name: string): string => `${isDereferenced ? '->' : '.'}${name}(`;
  if (form === 'value') {
    const own = word(order === 'acq_rel' ? 'acquire' : order);
    return [...opened('load'), { start: end, end, text: isCxx ? `${method('load')}${own})` : `, ${own})` }];
  }
  const isStatement = isStatementStart(tokens, form === 'prefix' ? first - 3 : first - 1);
  if (form === 'postfix' || form === 'prefix') {
    if (form === 'prefix' && !isStatement) return undefined;
    const fetch = `fetch_${FETCH[operator]!}`;
    const args = `1, ${word(order)})`;
    const from = form === 'prefix' ? tokens[first - 2]!.start : end;
    const to = form === 'prefix' ? start : tokens[last + 2]!.end;
    const gone = form === 'prefix' ? [{ start: from, end: to, text: '' }] : [];
    const added = isCxx ? method(fetch) + args : `, ${args}`;
    return [...gone, ...opened(fetch), { start: end, end: form === 'prefix' ? end : to, text: added }];
  }
  const name = form === 'assigned' ? 'store' : FETCH[operator] && `fetch_${FETCH[operator]}`;
  const value = last + (form === 'assigned' ? 2 : 3);
  const close = lastBefore(tokens, value, ',;');
  if (name === undefined || !isStatement || close === undefined) return undefined;
  const own = word(form === 'assigned' && order === 'acq_rel' ? 'release' : order);
  const separator = isCxx ? method(name) : ', ';
  const between = text.slice(end, tokens[value]!.start);
  // Comments around the operator stay.
  const [from, to] = /^\s*[-+&|^]?=\s*$/.test(between)
    ? [end, tokens[value]!.start]
    : [tokens[last + 1]!.start, tokens[value - 1]!.end];
  const valueStop = tokens[close]!.end;
  return [
    ...opened(name),
    { start: from, end: to, text: separator },
    { start: valueStop, end: valueStop, text: `, ${own})` },
  ];
}

function isStatementStart(tokens: readonly Token[], before: number): boolean {
  return before < 0 || /^(?:[;{}):]|else|do)$/.test(tokens[before]!.text);
}
