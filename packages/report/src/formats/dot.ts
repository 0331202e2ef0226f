import type { Counterexample, CycleEdge } from '../values/counterexample.js';
import type { Report } from '../values/report.js';
import type { Story } from '../values/story.js';
import { actionOf, headlineOf, placeOfStep } from '../text/words.js';
import { readSources } from './read-sources.js';

const MARKED = '#c4314b';
const OTHERWISE = '#8a8a8a';

/** Returns Graphviz DOT: a graph for each counterexample, with a box for each thread and the cycle in red. */
export function dotReport({ checks }: Report): string {
  const graphs = checks.flatMap((check) =>
    [...check.failures, ...check.violations].flatMap((found) => {
      const headline = `${check.source}: ${headlineOf(found, [check.model], check.source)}`;
      return found.counterexample === null ? [] : [{ headline, counterexample: found.counterexample }];
    }),
  );
  return graphs
    .map(({ headline, counterexample }, i) => graphOf(`counterexample${i + 1}`, headline, counterexample))
    .join('\n');
}

function graphOf(name: string, headline: string, { story, cycle }: Counterexample): string {
  const inCycle = new Set(cycle.map(({ from }) => from));
  const cycleEdges = new Set(cycle.map(({ from, to }) => `${from} ${to}`));
  const clusters = story.threads.flatMap((_, thread) => cluster(story, thread, inCycle, cycleEdges));
  const lines = [
    `graph [label=${label(headline)}, labelloc=t, fontname="Helvetica"]`,
    'node [shape=box, style=rounded, fontname="Courier", fontsize=11]',
    'edge [fontname="Helvetica", fontsize=10]',
    ...clusters,
    ...cycle.map(cycleEdge),
    ...otherReads(story, cycle),
  ];
  return `digraph ${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

/**
 * Draws a thread: its operations and its end, one below the other. Commits are not drawn: the edges show when stores
 * reach memory.
 */
function cluster(
  story: Story,
  thread: number,
  inCycle: ReadonlySet<number>,
  cycleEdges: ReadonlySet<string>,
): string[] {
  const { steps, threads } = story;
  const { name, failure, waits } = threads[thread]!;
  const end = failure ?? (waits === undefined ? undefined : `waits ${waits}`);
  const own = steps.flatMap((step, i) =>
    step.thread === thread && step.kind !== 'commit' && step.kind !== 'print' ? [i] : [],
  );
  if (own.length === 0 && end === undefined) return [];
  const nodes = own.map((step) => {
    const marked = inCycle.has(step) ? `, color="${MARKED}", penwidth=2` : '';
    return `s${step} [label=${label(`${placeOfStep(steps[step]!)}\n${actionOf(story, step)}`)}${marked}]`;
  });
  const ids = own.map((step) => `s${step}`);
  if (end !== undefined) {
    nodes.push(`end${thread} [label=${label(end)}, shape=plaintext, fontcolor="${MARKED}"]`);
    ids.push(`end${thread}`);
  }
  const order = ids.slice(1).flatMap((id, i) =>
    // Already drawn as an edge of the cycle.
    cycleEdges.has(`${own[i]} ${own[i + 1]}`) ? [] : [`${ids[i]} -> ${id} [color="${OTHERWISE}"]`],
  );
  return [
    `subgraph cluster_${thread} {`,
    ...[`label=${label(name)}`, ...nodes, ...order].map((line) => `  ${line}`),
    '}',
  ];
}

function cycleEdge({ from, to, kind }: CycleEdge): string {
  // Only program order points down; the other edges may point up.
  const free = kind === 'program order' ? '' : ', constraint=false';
  return `s${from} -> s${to} [label=${label(kind)}, color="${MARKED}", fontcolor="${MARKED}", penwidth=2${free}]`;
}

function otherReads(story: Story, cycle: readonly CycleEdge[]): string[] {
  return readSources(story).flatMap((from, to) => {
    const drawn = cycle.some((edge) => edge.kind === 'reads-from' && edge.from === from && edge.to === to);
    if (from === undefined || drawn) return [];
    return [`s${from} -> s${to} [color="${OTHERWISE}", style=dashed, penwidth=0.5, constraint=false]`];
  });
}

/**
 * Returns a quoted string without anything special to Graphviz: no escapes (`\N` is the name of the node), no entities
 * (`&lt;` is drawn as `<`), and no characters that a picture cannot contain (SVG is XML).
 */
function label(text: string): string {
  const plain = text
    .replaceAll('&', '&amp;')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
  return `"${plain}"`;
}
