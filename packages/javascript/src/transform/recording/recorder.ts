import type { Node } from 'oxc-parser';
import type { FunctionScope, Scope, Scopes } from '../walk/scopes.js';
import { resolve } from '../walk/scopes.js';
import type { Emitter } from '../text/emitter.js';
import { PREFIX } from '../text/own-names.js';
import type { NodeOf } from '../walk/walk.js';
import type { Facts } from './facts.js';
import { holdsFunction, isFunction, isPausing, pauses } from './shapes.js';

/** Name of the object with all instruments of this folder. */
export const SEGMENTS = `${PREFIX}seg`;

/** Returns the beginning of a call of an instrument. */
export const call = (method: string): string => `${SEGMENTS}.${method}(`;

/** Returns what the user wrote in place of a call of an instrument; undefined for other calls. */
export function unrecorded({ callee, arguments: given }: NodeOf<'CallExpression'>): Node | undefined {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined;
  if (callee.object.name !== SEGMENTS || callee.property.type !== 'Identifier') return undefined;
  return LAST.has(callee.property.name) ? given.at(-1) : given[0];
}

/** Methods that return their last argument, not the first. */
const LAST: ReadonlySet<string> = new Set(['gv', 'sv', 'all', 'last']);

/** Methods that take a site as their last argument, which the instrumentation adds. */
export const WITH_SITE: ReadonlySet<string> = new Set(['c', 'cc', 'cp', 'f', 'fc', 'fo', 'g', 'gv', 's', 'sd', 'sv']);

/** Emits the nodes of a module, with instruments. */
export abstract class Recorder {
  readonly emit: Emitter;
  protected readonly source: string;
  protected readonly scopes: Scopes;
  protected readonly facts: Facts;
  protected scope: Scope;
  protected owners: ReadonlySet<Node> | undefined;
  /** Functions around the current node. */
  protected readonly around: Node[] = [];

  constructor(source: string, scopes: Scopes, facts: Facts, emit: Emitter) {
    this.source = source;
    this.scopes = scopes;
    this.facts = facts;
    this.scope = scopes.top;
    this.emit = emit;
  }

  protected readonly visit = (node: Node | null): void => {
    if (node === null) return;
    const opened = this.scopes.of.get(node);
    const outer = this.scope;
    // The key of a field belongs to the class.
    if (opened !== undefined) this.scope = opened;
    this.visitIn(node);
    this.scope = outer;
  };

  /** Whether the code can run in a task: it is in a function. */
  protected get isActive(): boolean {
    return this.around.length > 0;
  }

  protected impossible(): void {
    this.facts.isImpossible = true;
  }

  protected before(offset: number, text: string): void {
    for (const node of this.around) this.facts.marked.add(node);
    this.emit.insertBefore(offset, text);
  }

  protected after(offset: number, text: string): void {
    this.emit.insertAfter(offset, text);
  }

  /** Emits a node as an argument of an instrument. */
  protected within(method: string, node: Node, more = ''): void {
    if (!this.isActive) {
      this.visit(node);
      return;
    }
    this.before(node.start, call(method));
    this.visit(node);
    this.after(node.end, `${more})`);
  }

  /** Emits a node that may access anything, before and after it is evaluated. */
  protected inAll(node: Node, inside: () => void): void {
    if (!this.isActive) {
      inside();
      return;
    }
    this.before(node.start, `${call('all')}${call('all')}0),`);
    inside();
    this.after(node.end, ')');
  }

  /** Returns the arguments that identify a variable that is recorded. */
  protected variable(text: string): string | undefined {
    this.facts.use(this.scope, text);
    const variable = this.facts.of(this.scope, text);
    if (variable === undefined || variable === 'global' || !this.facts.isComplete) return undefined;
    const binding = resolve(this.scope, text)!;
    const home = binding.scope.function;
    const isMutable =
      variable.isAssigned || (variable.isUsedEarly && (variable.inits > 0 || binding.lexical) && isPausing(home.node));
    if (!variable.isCaptured || !isMutable) return undefined;
    return `${SEGMENTS}${this.ownsScope(home) ? home.node.start : 0},"${text} ${variable.id}"`;
  }

  /** Whether each call of the function has its own record of variables. */
  protected ownsScope({ node }: FunctionScope): boolean {
    return (
      isFunction(node) && node.body?.type === 'BlockStatement' && node.params.every(({ type }) => type === 'Identifier')
    );
  }

  protected readVariable(node: NodeOf<'Identifier'>): void {
    const variable = this.variable(node.name);
    if (variable === undefined || !this.isActive) return;
    this.before(node.start, `${call('gv')}${variable},`);
    this.after(node.end, ')');
  }

  protected visitAll(nodes: readonly (Node | null)[]): void {
    for (const node of nodes) this.visit(node);
  }

  /** Visits the parts of a pattern that are evaluated: defaults and computed keys. */
  protected visitPattern(node: Node | null): void {
    switch (node?.type) {
      case 'ObjectPattern':
        for (const one of node.properties) {
          if (one.type === 'Property' && one.computed) this.visit(one.key);
          this.visitPattern(one.type === 'Property' ? one.value : one.argument);
        }
        return;
      case 'ArrayPattern':
        for (const one of node.elements) this.visitPattern(one);
        return;
      case 'AssignmentPattern':
        this.visitPattern(node.left);
        this.visit(node.right);
        return;
      case 'RestElement':
        this.visitPattern(node.argument);
        return;
      default:
        if (node !== null && (pauses(node) || holdsFunction(node))) this.impossible();
    }
  }

  protected abstract visitIn(node: Node): void;
}
