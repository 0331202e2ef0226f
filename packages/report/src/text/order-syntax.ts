import type { MemoryOrder, Site } from '@fencepost/core';
import { SCRIPT_LANGUAGES, isCxx, isRust, isWrittenIn, languageOfSource } from '@fencepost/core';

/** How a language writes memory orders and fences. */
export interface OrderSyntax {
  readonly order: (order: MemoryOrder) => string;
  readonly fence: (order: MemoryOrder) => string;
  /** A store that is also a store-store fence, if the language has one. */
  readonly releaseStore: string | undefined;
}

const RELEASE_STORE = 'a release store';

const C: OrderSyntax = cSyntax('');
const CXX: OrderSyntax = cSyntax('std::');

const RUST: OrderSyntax = {
  order: rustOrder,
  fence: (order) => `fence(${rustOrder(order)})`,
  releaseStore: RELEASE_STORE,
};

/** Operations of threads that generators describe. */
const SCRIPT: OrderSyntax = {
  order: (order) => `'${order}'`,
  fence: (order) => (order === 'seq_cst' ? 'fence()' : `fence('${order}')`),
  releaseStore: RELEASE_STORE,
};

/** Assembly has instructions in place of orders. */
export const X86: OrderSyntax = {
  order: (order) => order,
  fence: (order) => X86_FENCES[order] ?? `a fence (${order})`,
  releaseStore: undefined,
};
const X86_FENCES: Readonly<Partial<Record<MemoryOrder, string>>> = { seq_cst: 'MFENCE', release: 'SFENCE' };

/** The syntax of the checked file. LLVM IR and recordings can come from any language: there, that of the operation's file. */
export function orderSyntax(checked: string, site: Site | undefined): OrderSyntax {
  const language = languageOfSource(checked);
  const file = language === undefined || language === 'LLVM IR' ? (site?.file ?? checked) : checked;
  if (isScript(file)) return SCRIPT;
  if (isRust(file)) return RUST;
  return isCxx(file) ? CXX : C;
}

export function isScript(file: string): boolean {
  return isWrittenIn(file, SCRIPT_LANGUAGES);
}

function cSyntax(namespace: string): OrderSyntax {
  const order = (each: MemoryOrder): string => `${namespace}memory_order_${each}`;
  return { order, fence: (each) => `${namespace}atomic_thread_fence(${order(each)})`, releaseStore: RELEASE_STORE };
}

/** `acq_rel` is `Ordering::AcqRel`. */
function rustOrder(order: MemoryOrder): string {
  return `Ordering::${order.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}
