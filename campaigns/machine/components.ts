/**
 * Returns the strongly connected components of a graph from which no edge leads out (Tarjan, 1972; without recursion).
 */
export function bottomComponents(successors: readonly (readonly number[])[]): number[][] {
  const count = successors.length;
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const onStack = new Uint8Array(count);
  const component = new Int32Array(count).fill(-1);
  const components: number[][] = [];
  const stack: number[] = [];
  let visited = 0;

  function visit(root: number): void {
    const path: { readonly node: number; edge: number }[] = [];
    const enter = (node: number): void => {
      index[node] = low[node] = visited++;
      stack.push(node);
      onStack[node] = 1;
      path.push({ node, edge: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const frame = path.at(-1)!;
      const { node } = frame;
      const next = successors[node]![frame.edge++];
      if (next !== undefined) {
        if (index[next] === -1) enter(next);
        else if (onStack[next] === 1) low[node] = Math.min(low[node]!, index[next]!);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent.node] = Math.min(low[parent.node]!, low[node]!);
      if (low[node] === index[node]) close(node);
    }
  }

  function close(root: number): void {
    const members: number[] = [];
    let node: number;
    do {
      node = stack.pop()!;
      onStack[node] = 0;
      component[node] = components.length;
      members.push(node);
    } while (node !== root);
    components.push(members);
  }

  for (let node = 0; node < count; node++) if (index[node] === -1) visit(node);
  return components.filter((members, c) =>
    members.every((node) => successors[node]!.every((to) => component[to] === c)),
  );
}
