import type { Cell, Condition, Expression, Order, Program, Target, Thread } from '../program/ast.js';
import { LOCALS } from '../program/ast.js';
import type { Value } from '../program/types.js';
import type { Random } from '../random.js';

/** Features that a program may use. */
export interface Features {
  readonly loops: boolean;
  readonly assertions: boolean;
  readonly recursion: boolean;
  readonly mutexes: number;
  readonly conditions: number;
  /** `exit`, `free`, `assume`. */
  readonly ends: boolean;
}

/** Generates the parts of statements. */
export class Scope {
  readonly random: Random;
  readonly language: Program['language'];
  readonly cells: readonly Cell[];
  readonly features: Features;
  private assertions = 0;

  constructor(random: Random, language: Program['language'], cells: readonly Cell[], features: Features) {
    this.random = random;
    this.language = language;
    this.cells = cells;
    this.features = features;
  }

  get nextAssertion(): number {
    return this.assertions++;
  }

  cell(where: (cell: Cell) => boolean = () => true): number | undefined {
    const { cells } = this;
    const found = cells.map((_, i) => i).filter((i) => where(cells[i]!));
    return found.length === 0 ? undefined : this.random.pick(found);
  }

  /** Returns a cell, or occasionally an array element selected by a local. */
  target(where: (cell: Cell) => boolean = () => true): Target | undefined {
    const cell = this.cell(where);
    if (cell === undefined || this.cells[cell]!.place !== 'array' || this.random.chance(0.5)) {
      return cell === undefined ? undefined : { cell };
    }
    const first = this.cells.findIndex(({ place }) => place === 'array');
    const count = this.cells.filter(({ place }) => place === 'array').length;
    return { cell: first, index: { local: this.local(), count } };
  }

  local(): number {
    return this.random.below(LOCALS - 1);
  }

  /** Returns a constant: mostly small, occasionally one for which the width matters. */
  constant(): Value {
    const { random } = this;
    if (random.chance(0.9)) return random.below(3);
    return random.pick<Value>([
      255,
      256,
      65535,
      65537,
      -1,
      0x7fffffff,
      0x80000000,
      0x1_0000_0001n,
      2n ** 53n + 1n,
      2n ** 63n,
    ]);
  }

  expression(): Expression {
    const { random } = this;
    return random.weighted<() => Expression>([
      [6, () => ({ kind: 'constant', value: 1 + random.below(2) })],
      [1, () => ({ kind: 'constant', value: this.constant() })],
      [2, () => ({ kind: 'local', local: this.local() })],
      [
        1,
        () => ({
          kind: 'binary',
          operator: random.pick(['+', '-', '&', '|', '^']),
          local: this.local(),
          value: this.constant(),
        }),
      ],
    ])();
  }

  condition(local = this.local()): Condition {
    return { local, comparison: this.random.pick(['==', '!=', '!=', '<', '>']), value: this.random.below(3) };
  }

  loadOrder(cell: number): Order {
    return this.order(cell, ['relaxed', 'acquire', 'seq_cst']);
  }

  storeOrder(cell: number): Order {
    return this.order(cell, ['relaxed', 'relaxed', 'release', 'seq_cst']);
  }

  updateOrder(): Order {
    if (this.language === 'javascript') return 'seq_cst';
    return this.random.pick(['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']);
  }

  private order(cell: number, orders: readonly Order[]): Order {
    // Each access of a typed array is atomic or not.
    if (this.cells[cell]!.access !== 'atomic') return 'relaxed';
    return this.random.pick(this.language === 'c' ? orders : ['relaxed', 'seq_cst']);
  }
}

/** Storage classes in which all locals have the same type. */
export const UNIFORM: ReadonlySet<Thread['storage']> = new Set(['array', 'variable-length']);
