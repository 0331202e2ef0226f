import { instance } from '@viz-js/viz';
import { describe, expect, it } from 'vitest';
import { dotReport } from '../../src/formats/dot.js';
import { ODD, REPORTS } from './samples.js';

const viz = await instance();

/** Each graph by itself: the library draws only the first of several. */
const graphsOf = (name: string): string[] =>
  dotReport(REPORTS[name]!)
    .split(/^(?=digraph )/m)
    .filter((graph) => graph !== '');

interface Drawn {
  readonly label: string;
  readonly objects: readonly {
    readonly name: string;
    readonly label?: string;
    readonly nodes?: readonly number[];
    readonly pos?: string;
  }[];
  readonly edges: readonly {
    readonly tail: number;
    readonly head: number;
    readonly label?: string;
    readonly color: string;
    readonly style?: string;
  }[];
}

const drawn = (graph: string): Drawn => viz.renderJSON(graph) as Drawn;

describe('the DOT report', () => {
  it('is empty without a counterexample', () => {
    expect(dotReport(REPORTS['safe']!)).toBe('');
    expect(dotReport(REPORTS['not decided']!)).toBe('');
  });

  it.each(Object.keys(REPORTS))('is something that Graphviz draws: %s', (name) => {
    for (const graph of graphsOf(name)) {
      const { status, errors, output } = viz.render(graph, { format: 'svg' });
      expect(status).toBe('success');
      // It warns about characters whose width it does not know.
      expect(errors.filter(({ level }) => level !== 'warning')).toEqual([]);
      expect(output).toContain('<svg');
    }
  });

  it('has a graph for each counterexample', () => {
    expect(graphsOf('failing').map((graph) => graph.split('\n')[0])).toEqual([
      'digraph counterexample1 {',
      'digraph counterexample2 {',
    ]);
    expect(graphsOf('benign')).toHaveLength(2);
  });

  it('has a cluster for each thread, and the cycle', () => {
    const { label, objects, edges } = drawn(graphsOf('failing')[0]!);
    expect(label).toBe('./src/mp.c: check failed: data is there in receiver, under PSO, not under SC');
    const clusters = objects.filter(({ name }) => name.startsWith('cluster'));
    expect(clusters.map((cluster) => [cluster.label, cluster.nodes!.map((node) => objects[node]!.name)])).toEqual([
      ['sender', ['s0', 's1']],
      ['receiver', ['s2', 's3', 'end1']],
    ]);
    expect(objects.find(({ name }) => name === 's3')!.label).toBe('mp.c:9\\nreads data = 0');
    const told = edges.map(
      ({ tail, head, label: kind = '' }) => `${objects[tail]!.name} ${objects[head]!.name} ${kind}`,
    );
    expect(told.sort()).toEqual([
      's0 s1 program order',
      's1 s2 reads-from',
      's2 s3 program order',
      's3 end1 ',
      's3 s0 from-read',
    ]);
  });

  it('shows what threads wait for', () => {
    const { objects } = drawn(graphsOf('deadlock')[0]!);
    const ends = objects.filter(({ name }) => name.startsWith('end')).map(({ label }) => label);
    expect(ends).toEqual([
      'waits to lock b (held by right since line 25)',
      'waits to lock a (held by left since line 20)',
    ]);
  });

  it('draws program order downwards', () => {
    const { objects } = drawn(graphsOf('failing')[0]!);
    const height = (name: string): number => Number(objects.find((each) => each.name === name)!.pos!.split(',')[1]);
    expect(height('s0')).toBeGreaterThan(height('s1'));
    expect(height('s2')).toBeGreaterThan(height('s3'));
  });

  it('has what else is read, thin', () => {
    const { objects, edges } = drawn(graphsOf('benign')[0]!);
    const dashed = edges
      .filter(({ style }) => style === 'dashed')
      .map(({ tail, head }) => `${objects[tail]!.name} ${objects[head]!.name}`);
    // From the own store buffer.
    expect(dashed).toEqual(['s0 s1']);
  });

  it('shows text as it is', () => {
    const [graph] = graphsOf('odd');
    const { objects } = drawn(graph!);
    const svg = viz.renderString(graph!, { format: 'svg' });
    expect(svg).toContain('\\N{0}');
    expect(svg).toContain('&amp;amp;');
    expect(svg).toContain('😀');
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe]/);
    expect(objects.filter(({ name }) => /^s\d+$/.test(name))).toHaveLength(4);
    expect(ODD).toContain('"');
  });
});
