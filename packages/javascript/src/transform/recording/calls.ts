import type { Node } from 'oxc-parser';
import { PREFIX } from '../text/own-names.js';
import type { NodeOf } from '../walk/walk.js';
import { Recorder, call } from './recorder.js';
import type { Member } from './shapes.js';
import { holdsFunction, isInChain, isPlainExpression, keyOf, pauses } from './shapes.js';

type Call = NodeOf<'CallExpression'>;

/** Global classes whose constructors read nothing but their arguments. */
const COLLECTIONS = /^(?:Map|Set|WeakMap|WeakSet|Array)$/;
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
    this.visitCalled(callee, '', '');
    this.visitAll(node.arguments);
  }

  /** Emits what is called. `kind`: 'o' if there may be no object, 'm' if there may be no method. */
  protected visitCalled(callee: Node, kind: '' | 'o' | 'm', after: string): void {
    if (callee.type !== 'MemberExpression') {
      if (callee.type === 'Identifier' && this.isKnownFunction(callee.name)) {
        this.facts.use(this.scope, callee.name);
        this.after(callee.end, after);
        return;
      }
      const shown = callee.type === 'Identifier' ? callee.name : 'the value';
      this.within(kind === '' ? 'f' : 'fo', callee, `,${JSON.stringify(shown)}`);
      this.after(callee.end, after);
      return;
    }
    const { object, property } = callee;
    const end = `)${after}`;
    if (property.type === 'PrivateIdentifier') {
      if (kind !== '') this.impossible();
      this.before(object.start, call('cp'));
      this.visit(object);
      const private_ = `#${property.name}`;
      this.emit.replace(
        object.end,
        callee.end,
        `,${JSON.stringify(private_)},${PREFIX}x=>${PREFIX}x.${private_}${end}`,
      );
      return;
    }
    this.before(object.start, call(`c${kind}`));
    this.visit(object);
    const key = keyOf(callee);
    if (key !== undefined) {
      this.emit.replace(object.end, callee.end, `,${JSON.stringify(key)}${end}`);
      return;
    }
    this.emit.replace(object.end, property.start, ',(');
    this.visit(property);
    this.emit.replace(property.end, callee.end, `)${end}`);
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
      const isPrivate = callee.type === 'MemberExpression' && callee.property.type === 'PrivateIdentifier';
      if (
        !isPrivate &&
        callee.type === 'MemberExpression' &&
        !isInChain(callee.object) &&
        callee.object.type !== 'Super'
      ) {
        if (callee.optional !== node.optional) {
          this.visitCalled(callee, callee.optional ? 'o' : 'm', callee.optional ? '?.' : '');
          this.visitAll(node.arguments);
          return;
        }
      } else if (node.optional && !isInChain(callee) && callee.type !== 'ParenthesizedExpression') {
        this.visitCalled(callee, 'm', '');
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
