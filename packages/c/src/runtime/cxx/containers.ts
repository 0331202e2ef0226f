import type { Site } from '@fencepost/core';
import { functions } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { Tree } from './red-black-tree.js';

// The compiled parts of libstdc++'s std::list, std::map and std::set, which are the same for all element types.

/** Inserts a node into a list. A node consists of next and previous. */
function* hook(thread: ThreadServices, site: Site | undefined, self: number, before: number): Steps<void> {
  const size = thread.pointerSize;
  const previous = yield* thread.readPointer(before + size, site);
  yield* thread.writePointer(self, before, site);
  yield* thread.writePointer(self + size, previous, site);
  yield* thread.writePointer(previous, self, site);
  yield* thread.writePointer(before + size, self, site);
}

function* unhook(thread: ThreadServices, site: Site | undefined, self: number): Steps<void> {
  const next = yield* thread.readPointer(self, site);
  const previous = yield* thread.readPointer(self + thread.pointerSize, site);
  yield* thread.writePointer(previous, next, site);
  yield* thread.writePointer(next + thread.pointerSize, previous, site);
}

/** Moves the nodes from `first` to `last`, exclusive, before `self`. */
function* transfer(
  thread: ThreadServices,
  site: Site | undefined,
  self: number,
  first: number,
  last: number,
): Steps<void> {
  if (self === last) return;
  let node = first;
  while (node !== last) {
    const next = yield* thread.readPointer(node, site);
    yield* unhook(thread, site, node);
    yield* hook(thread, site, node, self);
    node = next;
  }
}

const lists = functions({
  _ZNSt8__detail15_List_node_base7_M_hookEPS0_: hook,
  _ZNSt8__detail15_List_node_base9_M_unhookEv: unhook,
  _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_: transfer,
});

const NODE = 'PSt18_Rb_tree_node_base';
const CONSTANT_NODE = 'PKSt18_Rb_tree_node_base';

const trees = functions({
  ...Object.fromEntries(
    [NODE, CONSTANT_NODE].flatMap((parameter) => [
      [
        `_ZSt18_Rb_tree_increment${parameter}`,
        (thread: ThreadServices, site: Site | undefined, node: number) => new Tree(thread, site).next(node, true),
      ],
      [
        `_ZSt18_Rb_tree_decrement${parameter}`,
        (thread: ThreadServices, site: Site | undefined, node: number) => new Tree(thread, site).next(node, false),
      ],
    ]),
  ),
  _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_: (thread, site, left, node, parent, header) =>
    new Tree(thread, site).insert((left & 1) !== 0, node, parent, header),
  _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_: (thread, site, node, header) =>
    new Tree(thread, site).erase(node, header),
});

/** The compiled part of the containers of libstdc++. */
export const containers = [...lists, ...trees];
