import type { Tree } from './tree.js';

/** A recorded tree that can be entered at any node. */
export class Walkable {
  readonly tree: Tree;
  /** The node after the subtree of each. */
  private readonly end: Int32Array;

  constructor(tree: Tree) {
    this.tree = tree;
    const { children } = tree;
    this.end = new Int32Array(children.length);
    for (let node = children.length - 1; node >= 0; node--) {
      let after = node + 1;
      for (let child = children[node]!; child > 0; child--) after = this.end[after]!;
      this.end[node] = after;
    }
  }

  /** Explores what is on the stack until this many executions are explored, or nothing is left. Returns how many. */
  explore(stack: number[], executions: number): number {
    const { explored, children } = this.tree;
    let done = 0;
    while (done < executions && stack.length > 0) {
      const node = stack.pop()!;
      done += explored[node]!;
      const first = stack.length;
      let child = node + 1;
      for (let left = children[node]!; left > 0; left--) {
        stack.push(child);
        child = this.end[child]!;
      }
      reverse(stack, first);
    }
    return done;
  }
}

function reverse(list: number[], from: number): void {
  for (let to = list.length - 1; from < to; from++, to--) [list[from], list[to]] = [list[to]!, list[from]!];
}
