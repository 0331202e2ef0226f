const NEW = 0;
const OPEN = 1;
const CLOSED = 2;

/** Whether no path of a graph with these many nodes, from node 0, returns to a node. Nodes have up to `degree` successors. */
export function isAcyclic(count: number, degree: number, successor: (node: number, i: number) => number): boolean {
  const colours = new Uint8Array(count);
  const path = [0];
  const tried = [0];
  colours[0] = OPEN;
  while (path.length > 0) {
    const node = path.at(-1)!;
    const i = tried[tried.length - 1]!++;
    if (i === degree) {
      colours[node] = CLOSED;
      path.pop();
      tried.pop();
      continue;
    }
    const next = successor(node, i);
    if (next < 0 || colours[next] === CLOSED) continue;
    if (colours[next] !== NEW) return false;
    colours[next] = OPEN;
    path.push(next);
    tried.push(0);
  }
  return true;
}
