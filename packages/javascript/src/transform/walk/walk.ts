import type { Node } from 'oxc-parser';
import { language } from '#host/language';
import type { Emitter } from '../text/emitter.js';
import type { Position } from '../text/instrumented.js';
import type { FunctionScope, Scope, Scopes } from './scopes.js';
import type { Sites } from '../text/sites.js';

/** State shared by the handlers while one module is walked. */
export interface Walk {
  readonly source: string;
  readonly file: string;
  readonly kind: 'esm' | 'cjs';
  /** Whether changes to the module's own variables and objects are recorded. */
  readonly notesEffects: boolean;
  readonly emit: Emitter;
  readonly scopes: Scopes;
  readonly sites: Sites;
  /** Names for buffers and mock functions, by the expressions that make them. */
  readonly givenNames: Map<Node, string>;
  /** Names for async functions that have none of their own. */
  readonly functionNames: Map<Node, string>;
  /** Async functions, other than methods, that `kinds` finds by their mark. */
  readonly markedFunctions: Set<Node>;
  /** Text to emit at the start of the cases of a `switch`. */
  readonly kindsOfCases: Map<Node, string>;
  /** Number of classes and strict modules around the node being visited: their code is not sloppy. */
  readonly strict: { depth: number };
  /** Members of classes with a base class. */
  readonly derivedMembers: Set<Node>;
  readonly requires: Set<string>;
  readonly dynamicImports: Set<string>;
  readonly workerFiles: Set<string>;
  readonly joinedFiles: Set<string>;
  /** Converts a position in `source` to one in the user's file. */
  originalOf(position: Position): Position;
  /** The innermost scope of the node being visited. */
  readonly scope: Scope;
  /** The function (or module, field initialiser, static block) the node being visited belongs to. */
  readonly function: FunctionScope;
  /** Emits a node and everything in it. */
  readonly visit: (node: Node | null | undefined) => void;
  visitAll(nodes: readonly (Node | null)[]): void;
  visitChildren(node: Node): void;
  /** Visits the content of a node that opens a scope (see `Scopes.of`); without a scope it just visits. */
  inScopeOf(node: Node, inside: () => void): void;
}

type Having<N extends Node, T> = N extends unknown ? (T extends N['type'] ? N : never) : never;
/** The nodes of some types (`Extract` fails for a node that has several types). */
export type NodeOf<T extends Node['type']> = T extends unknown ? Having<Node, T> : never;

/** Emits a node: visits its children in source order, with insertions in between. */
export type Handler<N extends Node = Node> = (node: N, walk: Walk) => void;
/** Handlers by type of node; nodes of other types are only traversed. */
export type Handlers = { readonly [T in Node['type']]?: Handler<NodeOf<T>> };
/** Like a handler, but may return false (decline) before it has emitted anything. */
export type OptionalHandler<N extends Node = Node> = (node: N, walk: Walk) => boolean;
/** Optional handlers by type of node. */
export type OptionalHandlers = { readonly [T in Node['type']]?: OptionalHandler<NodeOf<T>> };

type WalkParts = Omit<Walk, 'visit' | 'visitAll' | 'visitChildren' | 'inScopeOf' | 'scope' | 'function'>;

/** Creates a walk that starts at the top of a module. */
export function createWalk(parts: WalkParts, handlers: Handlers): Walk {
  const byType: ReadonlyMap<string, Handler> = new Map(Object.entries(handlers as Record<string, Handler>));
  let scope: Scope = parts.scopes.top;
  const visit: Walk['visit'] = (node) => {
    if (node === null || node === undefined) return;
    const handler = byType.get(node.type);
    if (handler === undefined) forEachChild(node, visit);
    else handler(node, walk);
  };
  const walk: Walk = {
    ...parts,
    get scope() {
      return scope;
    },
    get function() {
      return scope.function;
    },
    visit,
    visitAll(nodes) {
      for (const node of nodes) visit(node);
    },
    visitChildren(node) {
      forEachChild(node, visit);
    },
    inScopeOf(node, inside) {
      const opened = parts.scopes.of.get(node);
      if (opened === undefined) {
        inside();
        return;
      }
      const outer = scope;
      scope = opened;
      inside();
      scope = outer;
    },
  };
  return walk;
}

/** Fields that only typed trees have. */
const OF_TYPES = new Set([
  'typeAnnotation',
  'typeParameters',
  'returnType',
  'typeArguments',
  'superTypeArguments',
  'implements',
]);
const CHILDREN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(language.visitorKeys).map(([type, keys]) => [type, keys.filter((key) => !OF_TYPES.has(key))]),
);

type Children = Readonly<Record<string, Node | readonly (Node | null)[] | null | undefined>>;

/** Visits children in source order, except that the text parts of a template literal come first. */
export function forEachChild(node: Node, visit: (child: Node) => void): void {
  const fields = node as unknown as Children;
  for (const key of CHILDREN.get(node.type)!) {
    const child = fields[key];
    if (child === null || child === undefined) continue;
    if (!isList(child)) visit(child);
    else for (const one of child) if (one !== null) visit(one);
  }
}

const isList: (child: Node | readonly (Node | null)[]) => child is readonly (Node | null)[] = Array.isArray;
