import type { Body } from '../races/operations.js';

interface Uses {
  /** The last instruction that uses a local, by block. */
  readonly last: readonly ReadonlyMap<string, number>[];
  /** Locals that are used in several blocks, or by a join. */
  readonly everywhere: ReadonlySet<string>;
}

const known = new WeakMap<Body, Uses>();

/** Returns the locals that may be used from an instruction on. */
export function liveLocals(body: Body, block: number, at: number): { has(name: string): boolean } {
  let uses = known.get(body);
  if (uses === undefined) known.set(body, (uses = usesOf(body)));
  const { everywhere, last } = uses;
  return { has: (name) => everywhere.has(name) || (last[block]!.get(name) ?? -1) >= at };
}

function usesOf({ code }: Body): Uses {
  const everywhere = new Set<string>();
  const definedIn = new Map<string, number>();
  code.blocks.forEach(({ instructions }, block) => {
    for (const { result } of instructions) if (result !== undefined) definedIn.set(result, block);
  });
  const last = code.blocks.map(({ instructions }, block) => {
    const own = new Map<string, number>();
    instructions.forEach(({ opcode, tokens }, at) => {
      for (const { kind, text } of tokens) {
        if (kind !== 'local') continue;
        own.set(text, at);
        if (opcode === 'phi' || definedIn.get(text) !== block) everywhere.add(text);
      }
    });
    return own;
  });
  return { last, everywhere };
}
