import type { Node } from 'oxc-parser';
import type { NodeOf } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';
import { CallRecorder } from './calls.js';
import { loopCounterOf } from './loop-counters.js';
import { call } from './recorder.js';
import type { Member } from './shapes.js';
import { isFunction, isNothing, isPausing, isPrimitive, keyOf, namesOf, pauses, simpleKeys } from './shapes.js';

/** Operators that coerce objects. */
const COERCES = /^(?:[-+*/%&|^]|\*\*|<<|>>>?|[<>]=?|[!=]=)$/;

/** Emits assignments, declarations and operators. */
export abstract class AssignmentRecorder extends CallRecorder {
  /** Variables of the loops around, which are numbers: comparing them calls no method. */
  private readonly counters: string[] = [];

  protected visitFor(node: NodeOf<'ForStatement'>): void {
    const counter = loopCounterOf(node);
    if (counter !== undefined) this.counters.push(counter);
    forEachChild(node, this.visit);
    if (counter !== undefined) this.counters.pop();
  }

  protected visitAssignment(node: NodeOf<'AssignmentExpression'>): void {
    const { left, right, operator } = node;
    if (left.type === 'Identifier') {
      this.visitAssigned(node, left, () => this.visit(right), operator !== '=' && pauses(right));
      return;
    }
    if (left.type !== 'MemberExpression') {
      this.noteAssigned(left);
      this.inAll(node, () => {
        this.visitPattern(left);
        this.visit(right);
      });
      return;
    }
    const key = keyOf(left);
    if (left.object.type === 'Super' || (left.object.type === 'Identifier' && left.object.name === 'arguments')) {
      this.inAll(node, () => this.visit(right));
      return;
    }
    if (key === undefined || !this.isActive) {
      this.visitTarget(left);
      this.visit(right);
      return;
    }
    if (!pauses(right)) {
      this.visitTarget(left);
      this.visit(right);
      return;
    }
    if (operator !== '=' || key.startsWith('#')) {
      this.visitTarget(left);
      this.within('all', right);
      return;
    }
    this.before(node.start, call('put'));
    this.visit(left.object);
    this.emit.replace(left.object.end, right.start, `,${JSON.stringify(key)},(`);
    this.visit(right);
    // Parentheses around the value may end after it.
    this.after(node.end, '))');
  }

  /** Emits a member that is assigned. */
  protected visitTarget(node: Member, method = 's'): void {
    const key = keyOf(node);
    if (key === undefined || !this.isActive || node.object.type === 'Super') {
      if (node.object.type !== 'Super') this.visit(node.object);
      if (node.computed) this.visit(node.property);
      return;
    }
    this.before(node.object.start, call(method));
    this.visit(node.object);
    this.after(node.object.end, `,${JSON.stringify(key)})`);
  }

  protected visitAssigned(
    node: Node,
    { name: text }: NodeOf<'Identifier'>,
    inside: () => void,
    readsFirst: boolean,
  ): void {
    const variable = this.facts.of(this.scope, text);
    if (variable === 'global') {
      this.inAll(node, inside);
      return;
    }
    if (variable !== undefined) variable.isAssigned = true;
    const found = this.variable(text);
    if (found === undefined || !this.isActive) {
      inside();
      return;
    }
    this.before(node.start, `${call('sv')}${found},${readsFirst ? `(${call('gv')}${found}),` : ''}`);
    inside();
    this.after(node.end, readsFirst ? '))' : ')');
  }

  protected visitUpdate(node: NodeOf<'UpdateExpression'>): void {
    const { argument } = node;
    if (argument.type === 'Identifier') this.visitAssigned(node, argument, () => undefined, false);
    else if (argument.type === 'MemberExpression' && argument.object.type !== 'Super') this.visitTarget(argument);
    else this.inAll(node, () => undefined);
  }

  protected visitUnary(node: NodeOf<'UnaryExpression'>): void {
    const { operator, argument } = node;
    if (operator === 'delete') {
      if (argument.type === 'MemberExpression' && keyOf(argument) !== undefined && argument.object.type !== 'Super')
        this.visitTarget(argument, 'sd');
      else
        this.inAll(node, () =>
          argument.type === 'ChainExpression' ? this.visitSteps(argument.expression) : this.visitCallee(argument),
        );
    } else if (operator === '+' || operator === '-' || operator === '~') this.coerced(argument);
    else this.visit(argument);
  }

  protected visitBinary(node: NodeOf<'BinaryExpression'>): void {
    const { left, right, operator } = node;
    if (operator === 'in') {
      if (left.type !== 'PrivateIdentifier') this.visit(left);
      this.within('w', right);
    } else if (COERCES.test(operator) && !isNothing(left) && !isNothing(right)) {
      this.coerced(left);
      this.coerced(right);
    } else {
      this.visit(left);
      this.visit(right);
    }
  }

  protected coerced(node: Node): void {
    if (isPrimitive(node) || (node.type === 'Identifier' && this.counters.includes(node.name))) this.visit(node);
    else this.within('k', node);
  }

  protected visitProperty(node: NodeOf<'Property'>): void {
    if (node.computed) this.visit(node.key);
    if (!node.shorthand || node.value.type !== 'Identifier') {
      this.visit(node.value);
      return;
    }
    const { value } = node;
    if (this.isActive && this.variable(value.name) !== undefined) this.after(value.start, `${value.name}:`);
    this.readVariable(value);
  }

  protected visitDeclarator({ id, init }: NodeOf<'VariableDeclarator'>, kind: string): void {
    if (init !== null) this.noteInit(id, init);
    if (id.type === 'Identifier') {
      if (init === null) return;
      const found = this.isActive && isPausing(this.scope.function.node) ? this.variable(id.name) : undefined;
      if (found === undefined || (isFunction(init) && kind !== 'var')) {
        this.visit(init);
        return;
      }
      this.before(init.start, `${call('sv')}${found},`);
      this.visit(init);
      this.after(init.end, ')');
      return;
    }
    this.visitPattern(id);
    if (init === null) return;
    const isRecorded =
      isPausing(this.scope.function.node) && namesOf(id).some((text) => this.variable(text) !== undefined);
    if (isRecorded) this.within('all', init);
    else this.destructured(id, init);
  }

  /** Emits a value that a pattern takes apart. */
  protected destructured(id: Node, value: Node): void {
    const keys = simpleKeys(id);
    if (keys !== undefined) this.within('pr', value, keys.map((key) => `,${JSON.stringify(key)}`).join(''));
    else if (id.type === 'ArrayPattern' && id.elements.every((one) => one === null || one.type === 'Identifier'))
      this.within('w', value);
    else this.within('d', value);
  }

  protected noteInit(id: Node, init: Node): void {
    for (const text of namesOf(id)) {
      const variable = this.facts.of(this.scope, text);
      if (variable === undefined || variable === 'global' || this.facts.isComplete) continue;
      variable.inits++;
      if (variable.inits > 1) variable.isAssigned = true;
      // A call of an async function needs a site.
      if (isFunction(init) && !init.async && id.type === 'Identifier') variable.isFunction = true;
    }
  }

  protected noteAssigned(target: Node): void {
    for (const text of namesOf(target)) {
      const variable = this.facts.of(this.scope, text);
      if (variable !== undefined && variable !== 'global') variable.isAssigned = true;
      this.facts.use(this.scope, text);
    }
  }
}
