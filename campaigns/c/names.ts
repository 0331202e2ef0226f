import type { Cell, Order } from '../program/ast.js';
import type { IntegerType, Value } from '../program/types.js';

export function typeName({ bits, signed }: IntegerType): string {
  return `${signed ? '' : 'u'}int${bits}_t`;
}

/** Returns a value of a type, whatever its sign. */
export function literal(value: Value, type: IntegerType): string {
  return `(${typeName(type)})${BigInt.asUintN(64, BigInt(value))}ull`;
}

export function orderName(order: Order): string {
  return `memory_order_${order}`;
}

/** Returns the type of a shared variable, with the qualifier for its kind of access. */
export function cellType({ type, access }: Cell): string {
  const qualifier = { atomic: '_Atomic ', volatile: 'volatile ', plain: '' }[access];
  return `${qualifier}${typeName(type)}`;
}
