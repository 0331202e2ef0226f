import type { Loop } from '../analysis/control-flow-loops.js';
import { findLoops } from '../analysis/control-flow-loops.js';
import { immediateDominators, strictDominators } from '../analysis/dominators.js';
import { reachable, reversed } from '../analysis/graph.js';
import type { Body, BodyBlock, CountedLoop, Expression, Term } from './operations.js';
import { SAME } from './operations.js';

type Expressions = Body['expressions'];

/** Returns the loops that a private variable counts. */
export function countedLoops(
  blocks: readonly BodyBlock[],
  joins: Body['joins'],
  expressions: Expressions,
): CountedLoop[] {
  const graph = blocks.map(({ edges }) => edges.map(({ target }) => target));
  const predecessors = reversed(graph);
  const above = immediateDominators(graph, 0);
  const isEntered = ({ header, body }: Loop): boolean =>
    [...body].every((block) => block === header || predecessors[block]!.every((from) => body.has(from)));
  return findLoops(graph).flatMap((loop): CountedLoop[] => {
    const { header, body, latches, entries } = loop;
    const [latch, before] = [latches[0]!, entries[0]];
    if (latches.length > 1 || entries.length > 1 || before === undefined || !isEntered(loop)) return [];
    const counted = counter(blocks[header]!, loop, before, latch, joins, expressions);
    if (counted === undefined) return [];
    const inside = new Set([...body].filter((block) => block !== header));
    const once = [...inside].filter(
      (block) => !graph[block]!.some((next) => inside.has(next) && reachable(graph, next, inside).has(block)),
    );
    const always = new Set([latch, ...strictDominators(above, latch)].filter((block) => inside.has(block)));
    return [{ header, blocks: body, always, once: new Set(once), before, ...counted }];
  });
}

function counter(
  header: BodyBlock,
  { body }: Loop,
  before: number,
  latch: number,
  joins: Body['joins'],
  expressions: Expressions,
): Pick<CountedLoop, 'exit' | 'counter' | 'first' | 'form' | 'bound'> | undefined {
  const [into, out] = [
    header.edges.find(({ target }) => body.has(target)),
    header.edges.find((each) => !body.has(each.target)),
  ];
  if (into?.when === undefined || out?.when === undefined || header.edges.length !== 2) return undefined;
  const test = expressions.get(into.when.local);
  const [value, bound] = test?.operands ?? [];
  if (test === undefined || value === undefined || !/^icmp \w+ i\d+ _ , (?:_|-?\d+)$/.test(test.form)) return undefined;
  const local = origin(value, expressions)?.of;
  if (typeof local !== 'number') return undefined;
  const incoming = joins.get(local);
  const [first, next] = [incoming?.get(before), incoming?.get(latch)];
  if (
    first === undefined ||
    next === undefined ||
    !header.operations.some((each) => each.kind === 'copy' && each.to === local)
  ) {
    return undefined;
  }
  const sum = expressionOf(next, expressions);
  if (sum === undefined || !/^add (?:n[us]w )*i\d+ _ , -?\d+$/.test(sum.form)) return undefined;
  if (origin(sum.operands[0]!, expressions)?.of !== local) return undefined;
  const form = `${test.form}, ${into.when.isZero}, ${sum.form}`;
  return { exit: out.target, counter: local, first, form, bound };
}

/** Returns the local or the constant that always gives the value; undefined if bytes are added. */
export function origin(term: Term, expressions: Expressions): Term | undefined {
  for (let at = term; ;) {
    if (at.bytes !== 0) return undefined;
    const expression = typeof at.of === 'number' ? expressions.get(at.of) : undefined;
    if (expression?.form !== SAME) return at;
    if (expression.bytes !== 0) return undefined;
    at = expression.operands[0]!;
  }
}

/** Returns what the value is made from. */
export function expressionOf(term: Term, expressions: Expressions): Expression | undefined {
  const found = origin(term, expressions);
  return typeof found?.of === 'number' ? expressions.get(found.of) : undefined;
}
