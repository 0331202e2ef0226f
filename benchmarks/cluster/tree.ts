import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * The shape of a search: what was explored in small pieces, depth first. A node is a job of which some executions were
 * explored; its children are the jobs that were left. Nodes are in the order in which a depth-first search explores them,
 * so a node's first child comes next, and its next sibling after its subtree.
 */
export interface Tree {
  readonly name: string;
  readonly executions: number;
  /** Of one execution, on the machine where it was recorded. */
  readonly secondsPerExecution: number;
  /** Bytes of a job, as text: the mean. */
  readonly bytesPerJob: number;
  /** Of each node: executions that were explored, and how many children there are. */
  readonly explored: Uint16Array;
  readonly children: Uint16Array;
}

interface Header extends Omit<Tree, 'explored' | 'children'> {
  readonly nodes: number;
}

export function writeTree(file: string, tree: Tree): void {
  const { explored, children, ...facts } = tree;
  const header: Header = { ...facts, nodes: explored.length };
  const bytes = [explored, children].map((each) => Buffer.from(each.buffer, each.byteOffset, each.byteLength));
  writeFileSync(file, gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bytes])));
}

export function readTree(file: string): Tree {
  const bytes = gunzipSync(readFileSync(file));
  const end = bytes.indexOf('\n');
  const { nodes, ...facts } = JSON.parse(bytes.toString('utf8', 0, end)) as Header;
  const words = (from: number): Uint16Array =>
    new Uint16Array(new Uint8Array(bytes.subarray(from, from + 2 * nodes)).buffer);
  return { ...facts, explored: words(end + 1), children: words(end + 1 + 2 * nodes) };
}
