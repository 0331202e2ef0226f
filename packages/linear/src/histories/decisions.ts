import type { Criterion } from './criteria.js';
import { OrderDecision } from './decide-order.js';
import { RealTimeDecision } from './decide-real-time.js';
import { ElementsDecision } from './elements.js';
import type { Elements } from './elements.js';
import { orderIn } from './explain.js';
import type { HistoryDecision, Refutation } from './history-decision.js';
import { programOrder } from './history-decision.js';
import type { CallOrder, History } from './history.js';
import type { SequentialRuns } from './sequential-runs.js';

interface Judged {
  readonly specification: SequentialRuns;
  /** By thread: its calls. */
  readonly callers: readonly (readonly number[])[];
  /** The elements put and taken, if the criterion needs them. */
  readonly elements: Elements | undefined;
}

/** Returns the decision for a criterion; undefined if the results of calls do not matter. */
export function decisionFor(criterion: Criterion, judged: Judged): HistoryDecision | undefined {
  switch (criterion) {
    case 'linearizable':
      return new SequentialOrders(judged, 'no sequential order of the calls explains their results');
    case 'sequential':
      return new ThreadOrders(judged);
    case 'elements':
      return new ElementsDecision(judged.elements!, judged.callers);
    case 'obstruction-free':
      return undefined;
  }
}

/** Linearizability: by one order of calls, or by all interleavings of their beginnings and ends. */
class SequentialOrders implements HistoryDecision {
  readonly triesOrders = true;
  protected readonly inOrder: OrderDecision;
  private readonly realTime: RealTimeDecision;

  constructor(
    { specification }: Judged,
    protected readonly message: string,
  ) {
    this.inOrder = new OrderDecision(specification);
    this.realTime = new RealTimeDecision(specification);
  }

  refute(history: History, given: CallOrder): Refutation | undefined {
    const { message } = this;
    const count = history.calls.length;
    if (given.length > count) {
      const shown = this.realTime.refute(history, given);
      return shown && { message, order: this.respected(history, orderIn(shown, count)) };
    }
    const order = this.respected(history, given);
    return this.inOrder.decide(history, order) === undefined ? { message, order: order.slice() } : undefined;
  }

  protected respected(_history: History, order: CallOrder): CallOrder {
    return order;
  }
}

/** Sequential consistency. */
class ThreadOrders extends SequentialOrders {
  private readonly order: CallOrder;

  constructor(judged: Judged) {
    super(
      judged,
      'not sequentially consistent: no order of the calls that keeps the order of each thread explains their results',
    );
    this.order = programOrder(judged.callers);
  }

  override refute(history: History): Refutation | undefined {
    return super.refute(history, this.order);
  }
}
