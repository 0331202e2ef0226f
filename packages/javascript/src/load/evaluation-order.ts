import type { ModuleRecord } from './record.js';

/** A module and all it imports statically, each after those it imports; in a cycle, the one that is reached first is last. */
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
