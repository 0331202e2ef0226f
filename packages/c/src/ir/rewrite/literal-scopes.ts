import type { Body, Scopes } from '../context/body.js';
import type { Graph } from '../analysis/graph.js';
import { immediateDominators, strictDominators } from '../analysis/dominators.js';
import type { Block, Instruction } from '../syntax/function.js';
import { isLast, isRepeated } from './scopes.js';
import type { Marker } from './scopes.js';

/** The name that the compiler gives to the variable behind a compound literal. */
const LITERAL = /^%\.compoundliteral\d*$/;

/** Returns whether a variable is a compound literal. */
export function isLiteral(variable: string): boolean {
  return LITERAL.test(variable);
}

/**
 * Returns where compound literals begin and end. They live until their block ends (C11 6.5.2.5p5), which the compiler
 * does not mark. The scopes of debug information show it: the block is the scope of the first access, and control has
 * left it at the first instruction of another scope.
 */
function literalMarkers(body: Body, blocks: readonly Block[], successors: Graph): Marker[] {
  const literals = (blocks[0]?.instructions ?? []).flatMap(({ opcode, result }) =>
    opcode === 'alloca' && result !== undefined && isLiteral(result) ? [result] : [],
  );
  const shared = literals.filter((name) => !body.isPrivate([{ kind: 'local', text: name, spaced: true }]));
  if (shared.length === 0) return [];
  const above = immediateDominators(successors, 0);
  const scopes = blocks.map(({ instructions }) => instructions.map((each) => scopesAround(body, each)));
  return shared.flatMap((variable) => markersOf(body, blocks, successors, { variable, above, scopes }));
}

/** Adds the compound literals to the lifetimes that end before the function returns. */
export function withLiterals(body: Body, blocks: readonly Block[], successors: Graph, scopes: Scopes): Scopes {
  if (body.context.options.scopes !== true) return scopes;
  const markers = literalMarkers(body, blocks, successors);
  if (markers.length === 0) return scopes;
  const literals = new Map<Instruction, Marker[]>();
  for (const marker of markers) {
    const instruction = blocks[marker.block]!.instructions[marker.index]!;
    literals.set(instruction, [...(literals.get(instruction) ?? []), marker]);
  }
  const variables = (begins: boolean): string[] =>
    markers.filter((marker) => marker.begins === begins).map(({ variable }) => variable);
  return {
    ...scopes,
    literals,
    ending: new Set([...scopes.ending, ...variables(false)]),
    beginning: new Set([...scopes.beginning, ...variables(true)]),
  };
}

interface Searched {
  readonly variable: string;
  /** The immediate dominators. */
  readonly above: Int32Array;
  /** The scopes around each instruction, innermost first; undefined if unknown. */
  readonly scopes: readonly (readonly (readonly string[] | undefined)[])[];
}

function markersOf(
  body: Body,
  blocks: readonly Block[],
  successors: Graph,
  { variable, above, scopes }: Searched,
): Marker[] {
  const uses = blocks.flatMap(({ instructions }, block) => {
    const index = instructions.findIndex(
      ({ opcode, tokens }) => opcode !== 'alloca' && tokens.some(({ text }) => text === variable),
    );
    return index < 0 ? [] : [{ block, index }];
  });
  const [first, ...others] = uses;
  if (first === undefined || others.some(({ block }) => !strictDominators(above, block).has(first.block))) return [];
  const scope = scopes[first.block]![first.index]?.[0];
  if (scope === undefined || body.context.metadata.node(scope)?.tag !== 'DILexicalBlock') return [];
  const leaving: Marker[] = [];
  // Whether control may come from the scope when it reaches a block.
  const entered = blocks.map(() => false);
  const ahead = new Set([first.block]);
  for (const block of ahead) {
    ahead.delete(block);
    let isInside = entered[block]!;
    blocks[block]!.instructions.forEach((instruction, index) => {
      const around = scopes[block]![index];
      if (around === undefined || instruction.opcode === 'phi') return;
      if (around.includes(scope)) isInside = true;
      else if (isInside) {
        isInside = false;
        if (!leaving.some((known) => known.block === block && known.index === index))
          leaving.push({ begins: false, variable, block, index });
      }
    });
    if (!isInside) continue;
    for (const next of successors[block]!) {
      if (entered[next]!) continue;
      entered[next] = true;
      ahead.add(next);
    }
  }
  const ends = leaving.filter(({ block, index }) => !isLast(body, blocks, successors, block, index - 1));
  if (ends.length === 0) return [];
  const begins = { begins: true, variable, block: first.block, index: first.index };
  return isRepeated(successors, first.block) ? [begins, ...ends] : ends;
}

/** Returns the scopes around an instruction, innermost first, from where it was inlined if it was. */
function scopesAround({ context: { metadata } }: Body, { location }: Instruction): readonly string[] | undefined {
  let node = metadata.node(location);
  for (let outer = metadata.follow(node, 'inlinedAt'); outer !== undefined; outer = metadata.follow(node, 'inlinedAt'))
    node = outer;
  const found: string[] = [];
  for (let name = node?.fields.get('scope'); name !== undefined; name = metadata.node(name)?.fields.get('scope')) {
    if (found.includes(name)) return undefined;
    if (metadata.node(name)?.tag !== 'DILexicalBlockFile') found.push(name);
  }
  return found.length === 0 ? undefined : found;
}
