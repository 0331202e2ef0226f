import type { SizedExecution, SizedModel, Word } from '@fencepost/axioms';
import { sizedExecutions } from '@fencepost/axioms';
import type { AxiomaticAnswer } from '../axiomatic/answer.js';
import { evaluate } from '../format/condition.js';
import { Outcomes, observationOf } from '../format/final-states.js';
import { formatObservable } from '../format/observables.js';
import type { Observable } from '../format/observables.js';
import { ADDRESS_SPACING } from '../format/variables.js';
import type { SizedTest } from './test.js';

/** Returns the answer of a model to a test whose accesses differ in size. */
export function sizedAnswer(test: SizedTest, model: SizedModel): AxiomaticAnswer {
  const outcomes = new Outcomes(test);
  let nonSequential = 0;
  for (const execution of sizedExecutions(test.sized, model)) {
    const valueOf = (item: Observable): bigint => read(test, item, execution);
    outcomes.addState(formatSizedState(test, valueOf), 1, () => evaluate(test.proposition, valueOf, isEqual));
    if (!model.isSequential && !execution.isSequential()) nonSequential++;
  }
  const { witnesses, executions, states, outcomes: sorted } = observationOf(test, outcomes.sorted());
  return { witnesses, executions, nonSequential, states, outcomes: sorted, race: undefined };
}

function read({ sizes }: SizedTest, item: Observable, execution: SizedExecution): bigint {
  if (item.kind === 'variable') return execution.finalMemory(item.address, sizes.get(item.address)!);
  return execution.finalRegister(item.thread, item.register.name);
}

/** A negative number in a condition is a word of 64 bits, or of 32 if no word is larger. */
function isEqual(value: bigint, expected: Word): boolean {
  const wide = BigInt(expected);
  return value === wide || (wide >= 2n ** 63n && value === BigInt.asUintN(32, wide));
}

function formatSizedState(test: SizedTest, valueOf: (item: Observable) => bigint): string {
  return test.observed.map((item) => `${formatObservable(item)}=${formatWord(test, valueOf(item))};`).join(' ');
}

/** The largest number that is shown in decimals. Larger ones are usually patterns of bytes. */
const MOST_DECIMAL = 0xffffn;

function formatWord({ variables }: SizedTest, value: bigint): string {
  if (value <= MOST_DECIMAL) return String(value);
  const variable = variables.find(({ address }) => value >= address && value < address + ADDRESS_SPACING);
  if (variable === undefined) return `0x${value.toString(16)}`;
  const distance = value - BigInt(variable.address);
  return distance === 0n ? variable.name : `${variable.name}+${distance}`;
}
