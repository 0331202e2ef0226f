import { evaluationOrder } from './evaluation-order.js';
import { NamespaceShape } from './namespace-shape.js';
import type { Instantiate, ModuleRecord, Target } from './record.js';
import type { ModuleSource } from './source.js';

/** Module record that is still loading its imports. */
export class GrowingRecord implements ModuleRecord {
  readonly file: string;
  readonly shape = new NamespaceShape();
  readonly imports: Target[] = [];
  readonly dynamicImports = new Map<string, Target>();
  readonly requires = new Map<string, Target>();
  private knownOrder: readonly ModuleRecord[] | undefined;

  constructor(
    readonly index: number,
    readonly source: ModuleSource,
    readonly instantiate: Instantiate,
    readonly specifiers: readonly string[],
    readonly importsAll: readonly boolean[],
    readonly declaresOnly: boolean,
  ) {
    this.file = source.file;
  }

  get order(): readonly ModuleRecord[] {
    return (this.knownOrder ??= evaluationOrder(this));
  }
}
