/** The models of the table. */
export const MODELS = ['tso', 'pso', 'pslo'] as const;

export type TableModel = (typeof MODELS)[number];

/** What is said of a program and a model. */
export interface Figures {
  readonly confirmed: number;
  readonly harmful: number;
  /** Average over the cycles that were confirmed; none: nothing was. */
  readonly probability: number | undefined;
}

export interface Subject {
  readonly name: string;
  readonly isDataStructure: boolean;
  /** Table 1 of Burnim, Sen and Stergiou (ISSTA 2011). */
  readonly paper: Readonly<Record<TableModel, Figures>> & { readonly predicted: number };
}

type Row = readonly [confirmed: number, harmful: number, probability?: number];

function subject(name: string, isDataStructure: boolean, predicted: number, tso: Row, pso: Row, pslo: Row): Subject {
  const figures = ([confirmed, harmful, probability]: Row): Figures => ({ confirmed, harmful, probability });
  return { name, isDataStructure, paper: { predicted, tso: figures(tso), pso: figures(pso), pslo: figures(pslo) } };
}

/** The benchmarks of Burnim, Sen and Stergiou (ISSTA 2011), with their Table 1. */
export const SUBJECTS: readonly Subject[] = [
  subject('dekker', false, 112, [47, 39, 0.69], [45, 38, 0.81], [69, 65, 0.84]),
  subject('bakery', false, 222, [36, 33, 0.85], [75, 68, 0.84], [100, 96, 0.82]),
  subject('msn', true, 459, [0, 0], [117, 117, 0.84], [144, 144, 0.72]),
  subject('ms2', true, 75, [0, 0], [2, 2, 1], [5, 5, 0.57]),
  subject('lazylist', true, 192, [0, 0], [8, 8, 0.96], [10, 9, 0.62]),
  subject('harris', true, 172, [0, 0], [54, 48, 0.35], [49, 49, 0.68]),
  subject('snark', true, 1800, [0, 0], [647, 419, 0.6], [404, 191, 0.59]),
];
