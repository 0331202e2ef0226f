import type { Node } from 'oxc-parser';
import { PREFIX } from '../text/own-names.js';
import type { NodeOf } from '../walk/walk.js';
import { Recorder, call } from './recorder.js';
import type { Member } from './shapes.js';
import { holdsFunction, isFunction, isInChain, isPlainExpression, keyOf, pauses } from './shapes.js';

type Call = NodeOf<'CallExpression'>;

/** Global classes whose constructors read nothing but their arguments. */
const COLLECTIONS = /^(?:Map|Set|WeakMap|WeakSet|Array)$/;
/** Longest text of a function in messages. */
const LONGEST = 60;
const HARMLESS_CLASSES = /^(?:Promise|\w*Error)$/;

/** Emits members that are read, and calls. */
export abstract class CallRecorder extends Recorder {
  /** `before`: text before the property, such as `?`. */
  protected readMember(node: Member, before: string): void {
    const { object, property } = node;
    if (object.type === 'Super') {
      this.inAll(node, () => node.computed && this.visit(property));
      return;
    }
    const key = keyOf(node);
    if (key === undefined || !this.isActive) {
      this.visit(object);
      if (node.computed) this.visit(property);
      return;
    }
    this.before(object.start, call('g'));
    this.visit(object);
    this.after(object.end, `,${JSON.stringify(key)})${before}`);
  }

  protected visitCall(node: Call): void {
    const { callee } = node;
    if (callee.type === 'Super' || !this.isActive || this.isRequire(callee)) {
      if (callee.type !== 'Super' && !this.isRequire(callee)) this.visitCallee(callee);
      this.visitAll(node.arguments);
      return;
    }
    if (callee.type === 'MemberExpression' && callee.object.type === 'Super') {
      this.inAll(node, () => {
        if (callee.computed) this.visit(callee.property);
        this.visitAll(node.arguments);
      });
      return;
    }
    if (callee.type === 'ParenthesizedExpression' && !isPlainExpression(callee.expression)) {
      this.inAll(node, () => this.visitAll(node.arguments));
      if (pauses(callee) || holdsFunction(callee)) this.impossible();
      return;
    }
    this.visitCalled(callee, false, node.arguments.some(pauses));
    this.visitAll(node.arguments);
  }

  /**
   * Emits what is called. `isOptional`: whether there may be no such function. `waits`: whether the arguments pause, so
   * that it is called later.
   */
  protected visitCalled(callee: Node, isOptional: boolean, waits: boolean): void {
    if (callee.type !== 'MemberExpression') {
      if (callee.type === 'Identifier' && this.isKnownFunction(callee.name)) {
        this.facts.use(this.scope, callee.name);
        return;
      }
      const method = isOptional ? 'fo' : waits ? 'fc' : 'f';
      this.within(method, callee, `,${this.shown(callee)}`);
      return;
    }
    const { object, property } = callee;
    if (property.type === 'PrivateIdentifier') {
      if (isOptional) this.impossible();
      this.before(object.start, call('cp'));
      this.visit(object);
      const key = `#${property.name}`;
      this.emit.replace(object.end, callee.end, `,${JSON.stringify(key)},${PREFIX}x=>${PREFIX}x.${key})`);
      return;
    }
    const key = keyOf(callee);
    if (key !== undefined && !callee.computed && !waits) {
      this.before(object.start, call('c'));
      this.visit(object);
      this.after(object.end, `,${JSON.stringify(key)})`);
      return;
    }
    if (callee.optional || isOptional) {
      this.impossible();
      return;
    }
    this.before(object.start, call('cc'));
    this.visit(object);
    if (key === undefined) {
      this.emit.replace(object.end, property.start, ',(');
      this.visit(property);
      this.emit.replace(property.end, callee.end, `),${this.shown(callee)})`);
    } else this.emit.replace(object.end, callee.end, `,${JSON.stringify(key)},${this.shown(callee)})`);
  }

  /** Returns the text of what is called, as a literal, for messages. */
  private shown(callee: Node): string {
    const text = this.source.slice(callee.start, callee.end);
    return JSON.stringify(text.length <= LONGEST && !text.includes('\n') ? text : '(intermediate value)');
  }

  protected visitCallee(callee: Node): void {
    if (callee.type === 'MemberExpression') {
      this.visit(callee.object);
      if (callee.computed) this.visit(callee.property);
    } else this.visit(callee);
  }

  protected isRequire(callee: Node): boolean {
    return callee.type === 'Identifier' && callee.name === 'require';
  }

  /** Whether a name always denotes a function of this module. */
  protected isKnownFunction(text: string): boolean {
    const variable = this.facts.of(this.scope, text);
    if (variable === undefined || variable === 'global' || !this.facts.isComplete) return false;
    return variable.isFunction && !variable.isAssigned && variable.inits <= 1;
  }

  protected visitNew(node: NodeOf<'NewExpression'>): void {
    const { callee, arguments: given } = node;
    if (!this.isActive) {
      this.visitCallee(callee);
      this.visitAll(given);
      return;
    }
    const isGlobal = callee.type === 'Identifier' && this.facts.isGlobal(this.scope, callee.name);
    if (isGlobal && (HARMLESS_CLASSES.test(callee.name) || COLLECTIONS.test(callee.name))) {
      for (const one of given) {
        if (COLLECTIONS.test(callee.name) && one.type !== 'SpreadElement') this.within('d', one);
        else if (callee.name === 'Promise' && !isFunction(one)) this.within('fo', one, ',"the executor"');
        else this.visit(one);
      }
      return;
    }
    if (callee.type === 'Identifier' && !isGlobal && !given.some((one) => pauses(one))) {
      // The class is named twice, so that the constructor stays a plain name.
      const variable = this.variable(callee.name);
      const read = variable === undefined ? callee.name : `${call('gv')}${variable},${callee.name})`;
      this.before(node.start, `${call('last')}${call('n')}${read}),`);
      this.visitAll(given);
      this.after(node.end, ')');
      return;
    }
    this.inAll(node, () => {
      this.visitCallee(callee);
      this.visitAll(given);
    });
  }

  protected visitChain(chain: NodeOf<'ChainExpression'>): void {
    const node = chain.expression;
    if (!this.isActive) {
      this.visitSteps(node);
      return;
    }
    if (node.type === 'MemberExpression' && !isInChain(node.object) && node.object.type !== 'Super') {
      if (keyOf(node) === undefined) this.visitSteps(node);
      else this.readMember(node, '');
      return;
    }
    if (node.type === 'CallExpression' && node.callee.type !== 'Super') {
      const { callee } = node;
      const waits = node.arguments.some(pauses);
      const isSimple =
        callee.type === 'MemberExpression'
          ? keyOf(callee)?.startsWith('#') === false && !callee.computed && callee.optional !== node.optional
          : callee.type !== 'ParenthesizedExpression';
      const base = callee.type === 'MemberExpression' ? callee.object : callee;
      if (isSimple && !waits && !isInChain(base) && base.type !== 'Super') {
        this.visitCalled(callee, node.optional, false);
        this.visitAll(node.arguments);
        return;
      }
    }
    this.inAll(chain, () => this.visitSteps(node));
  }

  /** Visits the parts of a chain, not its steps. */
  protected visitSteps(node: Node): void {
    if (node.type === 'MemberExpression') {
      this.visitSteps(node.object);
      if (node.computed) this.visit(node.property);
    } else if (node.type === 'CallExpression') {
      this.visitSteps(node.callee);
      this.visitAll(node.arguments);
    } else if (node.type !== 'Super') this.visit(node);
  }
}
