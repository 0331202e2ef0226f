import type { Site } from '@fencepost/core';
import type { Steps, ThreadServices } from '../base/services.js';

const RED = 0;
const BLACK = 1;

/**
 * Red-black trees as in libstdc++. A node consists of its colour, its parent, its left and its right child. The
 * header's parent is the root, its children are the first and the last node; it is red, unlike any root. See Cormen et
 * al., Introduction to Algorithms, chapter 13. A `left` parameter selects one of two mirror images.
 */
export class Tree {
  private readonly thread: ThreadServices;
  private readonly site: Site | undefined;

  constructor(thread: ThreadServices, site: Site | undefined) {
    this.thread = thread;
    this.site = site;
  }

  /** Returns the next node in order, or the previous one. */
  *next(node: number, forward: boolean): Steps<number> {
    // The header's predecessor is the last node.
    if (!forward && (yield* this.isRed(node)) && (yield* this.parent(yield* this.parent(node))) === node) {
      return yield* this.child(node, false);
    }
    const below = yield* this.child(node, !forward);
    if (below !== 0) return yield* this.outermost(below, forward);
    let from = node;
    let to = yield* this.parent(from);
    while (from === (yield* this.child(to, !forward))) {
      from = to;
      to = yield* this.parent(to);
    }
    // From the root of a tree without a right part, `from` is already the header.
    return forward && (yield* this.child(from, false)) === to ? from : to;
  }

  *insert(left: boolean, node: number, parent: number, header: number): Steps<void> {
    yield* this.setParent(node, parent);
    yield* this.setChild(node, true, 0);
    yield* this.setChild(node, false, 0);
    yield* this.colour(node, RED);
    const outermost = (yield* this.child(header, left)) === parent;
    yield* this.setChild(parent, left, node);
    if (parent === header) {
      yield* this.setParent(header, node);
      yield* this.setChild(header, !left, node);
    } else if (outermost) {
      yield* this.setChild(header, left, node);
    }
    yield* this.repairInsertion(node, header);
  }

  private *repairInsertion(inserted: number, header: number): Steps<void> {
    let node = inserted;
    while (node !== (yield* this.parent(header)) && (yield* this.isRed(yield* this.parent(node)))) {
      let parent = yield* this.parent(node);
      const grandparent = yield* this.parent(parent);
      const left = (yield* this.child(grandparent, true)) === parent;
      const uncle = yield* this.child(grandparent, !left);
      if (yield* this.isRed(uncle)) {
        yield* this.colour(parent, BLACK);
        yield* this.colour(uncle, BLACK);
        yield* this.colour(grandparent, RED);
        node = grandparent;
        continue;
      }
      if (node === (yield* this.child(parent, !left))) {
        node = parent;
        yield* this.rotate(node, left, header);
        parent = yield* this.parent(node);
      }
      yield* this.colour(parent, BLACK);
      yield* this.colour(grandparent, RED);
      yield* this.rotate(grandparent, !left, header);
    }
    yield* this.colour(yield* this.parent(header), BLACK);
  }

  /** Removes a node and returns it. */
  *erase(node: number, header: number): Steps<number> {
    const [left, right] = [yield* this.child(node, true), yield* this.child(node, false)];
    const parent = yield* this.parent(node);
    let removedBlack = !(yield* this.isRed(node));
    let hole: number;
    let above: number;
    if (left !== 0 && right !== 0) {
      // The successor takes the place of the node, and the gap moves down.
      const successor = yield* this.outermost(right, true);
      hole = yield* this.child(successor, false);
      above = successor;
      yield* this.setParent(left, successor);
      yield* this.setChild(successor, true, left);
      if (successor !== right) {
        above = yield* this.parent(successor);
        if (hole !== 0) yield* this.setParent(hole, above);
        yield* this.setChild(above, true, hole);
        yield* this.setChild(successor, false, right);
        yield* this.setParent(right, successor);
      }
      yield* this.replace(node, successor, parent, header);
      yield* this.setParent(successor, parent);
      const successorBlack = !(yield* this.isRed(successor));
      yield* this.colour(successor, removedBlack ? BLACK : RED);
      removedBlack = successorBlack;
    } else {
      hole = left !== 0 ? left : right;
      above = parent;
      if (hole !== 0) yield* this.setParent(hole, parent);
      yield* this.replace(node, hole, parent, header);
      for (const first of [true, false]) {
        if ((yield* this.child(header, first)) !== node) continue;
        yield* this.setChild(header, first, hole === 0 ? parent : yield* this.outermost(hole, first));
      }
    }
    if (removedBlack) yield* this.repairErasure(hole, above, header);
    return node;
  }

  private *repairErasure(start: number, startAbove: number, header: number): Steps<void> {
    let hole = start;
    let above = startAbove;
    while (hole !== (yield* this.parent(header)) && !(yield* this.isRed(hole))) {
      const left = (yield* this.child(above, true)) === hole;
      let sibling = yield* this.child(above, !left);
      if (yield* this.isRed(sibling)) {
        yield* this.colour(sibling, BLACK);
        yield* this.colour(above, RED);
        yield* this.rotate(above, left, header);
        sibling = yield* this.child(above, !left);
      }
      const near = yield* this.child(sibling, left);
      const far = yield* this.child(sibling, !left);
      if (!(yield* this.isRed(near)) && !(yield* this.isRed(far))) {
        yield* this.colour(sibling, RED);
        hole = above;
        above = yield* this.parent(above);
        continue;
      }
      if (!(yield* this.isRed(far))) {
        yield* this.colour(near, BLACK);
        yield* this.colour(sibling, RED);
        yield* this.rotate(sibling, !left, header);
        sibling = yield* this.child(above, !left);
      }
      yield* this.colour(sibling, (yield* this.isRed(above)) ? RED : BLACK);
      yield* this.colour(above, BLACK);
      const outer = yield* this.child(sibling, !left);
      if (outer !== 0) yield* this.colour(outer, BLACK);
      yield* this.rotate(above, left, header);
      break;
    }
    if (hole !== 0) yield* this.colour(hole, BLACK);
  }

  /** Rotates at a node. `left`: the right child goes up, the node down to the left. */
  private *rotate(node: number, left: boolean, header: number): Steps<void> {
    const up = yield* this.child(node, !left);
    const inner = yield* this.child(up, left);
    const parent = yield* this.parent(node);
    yield* this.setChild(node, !left, inner);
    if (inner !== 0) yield* this.setParent(inner, node);
    yield* this.setParent(up, parent);
    yield* this.replace(node, up, parent, header);
    yield* this.setChild(up, left, node);
    yield* this.setParent(node, up);
  }

  /** Replaces the child `node` of `parent`, which is the header for the root. */
  private *replace(node: number, by: number, parent: number, header: number): Steps<void> {
    if (parent === header) yield* this.setParent(header, by);
    else yield* this.setChild(parent, (yield* this.child(parent, true)) === node, by);
  }

  private *outermost(start: number, left: boolean): Steps<number> {
    let node = start;
    for (;;) {
      const below = yield* this.child(node, left);
      if (below === 0) return node;
      node = below;
    }
  }

  /** Whether the node is red. A missing node is black. */
  private *isRed(node: number): Steps<boolean> {
    return node !== 0 && (yield* this.thread.read(node, 4, this.site)) === RED;
  }
  private colour(node: number, colour: number): Steps<void> {
    return this.thread.write(node, 4, colour, this.site);
  }
  private parent(node: number): Steps<number> {
    return this.thread.readPointer(node + this.thread.pointerSize, this.site);
  }
  private setParent(node: number, parent: number): Steps<void> {
    return this.thread.writePointer(node + this.thread.pointerSize, parent, this.site);
  }
  private child(node: number, left: boolean): Steps<number> {
    return this.thread.readPointer(node + (left ? 2 : 3) * this.thread.pointerSize, this.site);
  }
  private setChild(node: number, left: boolean, child: number): Steps<void> {
    return this.thread.writePointer(node + (left ? 2 : 3) * this.thread.pointerSize, child, this.site);
  }
}
