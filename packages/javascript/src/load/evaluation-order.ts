import type { ModuleRecord } from './record.js';

/**
 * Returns a module and all its static imports, each after its own imports. In a cycle, the module reached first is
 * last.
 */
export function evaluationOrder(entry: ModuleRecord): readonly ModuleRecord[] {
  const order: ModuleRecord[] = [];
  const seen = new Set<ModuleRecord>();
  const visit = (record: ModuleRecord): void => {
    if (seen.has(record)) return;
    seen.add(record);
    for (const target of record.imports) if (target.kind === 'module') visit(target.record);
    order.push(record);
  };
  visit(entry);
  return order;
}
