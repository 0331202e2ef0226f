import { describe, expect, it } from 'vitest';
import { World } from './world.js';

const INCREMENT = '_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base';
const DECREMENT = '_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base';
const INSERT = '_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_';
const ERASE = '_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_';
const HEADER = 0x1000;

/** A std::set<int> without its inline half: nodes of 40 bytes whose key is the address. */
class FakeSet {
  readonly world = new World();
  readonly thread = this.world.thread();

  constructor() {
    this.world.write(HEADER, 4, 0n);
    this.set(HEADER, 1, 0);
    this.set(HEADER, 2, HEADER);
    this.set(HEADER, 3, HEADER);
  }
  /** Word 1: parent, 2: left, 3: right. */
  get(node: number, word: number): number {
    return Number(this.world.read(node + 8 * word, 8));
  }
  private set(node: number, word: number, value: number): void {
    this.world.write(node + 8 * word, 8, BigInt(value));
  }
  insert(node: number): void {
    let parent = HEADER;
    let left = true;
    for (let at = this.get(HEADER, 1); at !== 0; at = this.get(at, left ? 2 : 3)) {
      parent = at;
      left = node < at;
    }
    this.thread.call(INSERT, left ? 1 : 0, node, parent, HEADER);
  }
  erase(node: number): void {
    expect(this.thread.call(ERASE, node, HEADER)).toBe(node);
  }
  walk(name: string, from: number): number[] {
    const found: number[] = [];
    for (let at = from; at !== HEADER; at = Number(this.thread.call(name, at))) found.push(at);
    return found;
  }
  /** Black nodes on every way down; checks the rules on the way. */
  blackHeight(node: number, parent: number): number {
    if (node === 0) return 1;
    expect(this.get(node, 1)).toBe(parent);
    const black = this.world.read(node, 4) === 1n;
    for (const child of [this.get(node, 2), this.get(node, 3)]) {
      if (!black && child !== 0) expect(this.world.read(child, 4)).toBe(1n);
    }
    const height = this.blackHeight(this.get(node, 2), node);
    expect(this.blackHeight(this.get(node, 3), node)).toBe(height);
    return height + (black ? 1 : 0);
  }
}

describe('std::map and std::set', () => {
  it('keeps red-black trees in order and in balance', () => {
    const set = new FakeSet();
    const members = new Set<number>();
    let random = 1;
    for (let i = 0; i < 300; i++) {
      random = (random * 1103515245 + 12345) % 2 ** 31;
      const node = 0x2000 + 64 * ((random >> 8) % 40);
      if (members.delete(node)) set.erase(node);
      else {
        members.add(node);
        set.insert(node);
      }
      const sorted = [...members].sort((a, b) => a - b);
      set.blackHeight(set.get(HEADER, 1), HEADER);
      expect(set.walk(INCREMENT, set.get(HEADER, 2))).toEqual(sorted);
      expect(set.get(HEADER, 3)).toBe(sorted.at(-1) ?? HEADER);
      if (sorted.length > 0) expect(set.thread.call(DECREMENT, HEADER)).toBe(sorted.at(-1));
      const backwards = [...sorted].reverse();
      backwards.slice(1).forEach((each, k) => expect(set.thread.call(DECREMENT, backwards[k]!)).toBe(each));
    }
  });
});

describe('std::list', () => {
  it('hooks, unhooks and transfers nodes', () => {
    const world = new World();
    const thread = world.thread();
    const [header, a, b, c] = [0x100, 0x200, 0x300, 0x400];
    world.write(header, 8, BigInt(header));
    world.write(header + 8, 8, BigInt(header));
    const nodes = (): number[] => {
      const found: number[] = [];
      for (let at = Number(world.read(header, 8)); at !== header; at = Number(world.read(at, 8))) found.push(at);
      return found;
    };
    for (const node of [a, b, c]) thread.call('_ZNSt8__detail15_List_node_base7_M_hookEPS0_', node, header);
    expect(nodes()).toEqual([a, b, c]);
    thread.call('_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_', a, b, header);
    expect(nodes()).toEqual([b, c, a]);
    thread.call('_ZNSt8__detail15_List_node_base9_M_unhookEv', c);
    expect(nodes()).toEqual([b, a]);
    expect(world.read(header + 8, 8)).toBe(BigInt(a));
  });
});

describe('mathematics and characters', () => {
  it('follows C where JavaScript differs', () => {
    const thread = new World().thread();
    expect(thread.call('round', -2.5)).toBe(-3);
    expect(thread.call('round', 0.49999999999999994)).toBe(0);
    expect([0.5, 1.5, 2.5, -2.5].map((x) => Number(thread.call('rint', x)) + 0)).toEqual([0, 2, 2, -2]);
    expect(thread.call('pow', 1, Number.NaN)).toBe(1);
    expect(thread.call('fmax', Number.NaN, 2)).toBe(2);
    expect(thread.call('fmod', -5, 3)).toBe(-2);
    expect(thread.call('sqrtf', 4)).toBe(2);
    expect(thread.call('labs', -(2n ** 62n))).toBe(2n ** 62n);
    expect(thread.call('abs', -3)).toBe(3);
    expect(['isdigit', 'isalpha', 'isspace', 'ispunct'].map((name) => thread.call(name, 0x41))).toEqual([0, 1, 0, 0]);
    expect(thread.call('toupper', 0x7a)).toBe(0x5a);
  });
});
