import type { Node, Program } from 'oxc-parser';
import { findScopes } from '../walk/declarations.js';
import type { Emitted } from '../text/emitter.js';
import { createEmitter } from '../text/emitter.js';
import type { NodeOf } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';
import { AssignmentRecorder } from './assignments.js';
import { Facts } from './facts.js';
import { SEGMENTS, call } from './recorder.js';
import type { AnyFunction } from './shapes.js';
import { endOfDirectives, isPlainParameter, pauses } from './shapes.js';

/**
 * Rewrites the text of a module so that it notes what functions read and write (see `Segments`): properties of objects,
 * and variables that functions share and assign. Undefined: it contains code for which that is not possible.
 */
export function recordAccesses(source: string, program: Program, kind: 'esm' | 'cjs'): Emitted | undefined {
  const scopes = findScopes(program, kind, new Map());
  const facts = new Facts(scopes, program);
  // The first pass finds the facts that the second one needs.
  const first = new ModuleRecorder(source, scopes, facts, createEmitter(source));
  first.program(program);
  if (facts.isImpossible) return undefined;
  facts.isComplete = true;
  const second = new ModuleRecorder(source, scopes, facts, createEmitter(source));
  second.program(program);
  return second.emit.finish();
}

class ModuleRecorder extends AssignmentRecorder {
  program(program: Program): void {
    const start = endOfDirectives(program.body, program.hashbang?.end ?? 0);
    if (this.source.includes('eval')) this.facts.isImpossible = true;
    this.emit.insertAfter(start, `;var ${SEGMENTS}0=${call('own')});`);
    for (const statement of program.body) this.visit(statement);
  }

  protected visitIn(node: Node): void {
    switch (node.type) {
      case 'Identifier':
        this.readVariable(node);
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.visitFunction(node);
        return;
      case 'MemberExpression':
        this.readMember(node, '');
        return;
      case 'CallExpression':
        this.visitCall(node);
        return;
      case 'NewExpression':
        this.visitNew(node);
        return;
      case 'ChainExpression':
        this.visitChain(node);
        return;
      case 'AssignmentExpression':
        this.visitAssignment(node);
        return;
      case 'UpdateExpression':
        this.visitUpdate(node);
        return;
      case 'UnaryExpression':
        this.visitUnary(node);
        return;
      case 'BinaryExpression':
        this.visitBinary(node);
        return;
      case 'TemplateLiteral':
        for (const one of node.expressions) this.coerced(one);
        return;
      case 'TaggedTemplateExpression':
        this.inAll(node, () => {
          if (node.tag.type !== 'Identifier' && node.tag.type !== 'MemberExpression') this.visit(node.tag);
          this.visit(node.quasi);
        });
        return;
      case 'SpreadElement':
        this.within('w', node.argument);
        return;
      case 'Property':
        this.visitProperty(node);
        return;
      case 'VariableDeclaration':
        for (const one of node.declarations) this.visitDeclarator(one, node.kind);
        return;
      case 'ForStatement':
        this.visitFor(node);
        return;
      case 'ForOfStatement':
        this.visitForOf(node);
        return;
      case 'ForInStatement':
        this.visitForIn(node);
        return;
      case 'ImportExpression':
        this.inAll(node, () => forEachChild(node, this.visit));
        return;
      case 'YieldExpression':
        if (node.delegate) this.within('all', node.argument!);
        else this.visit(node.argument);
        return;
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) this.visit(node.key);
        if (node.type === 'PropertyDefinition' && node.value !== null) this.around.push(node);
        this.visit(node.value);
        if (node.type === 'PropertyDefinition' && node.value !== null) this.around.pop();
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.visit(node.superClass);
        this.visit(node.body);
        return;
      case 'CatchClause':
        if (node.param !== null) {
          if (node.param.type !== 'Identifier') this.impossible();
        }
        this.visit(node.body);
        return;
      case 'LabeledStatement':
        this.visit(node.body);
        return;
      case 'ExportNamedDeclaration':
        this.visit(node.declaration);
        return;
      case 'WithStatement':
        this.impossible();
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'MetaProperty':
        return;
      default:
        forEachChild(node, this.visit);
    }
  }

  protected visitForOf(node: NodeOf<'ForOfStatement'>): void {
    const { left, right, body } = node;
    const target = left.type === 'VariableDeclaration' ? left.declarations[0]!.id : left;
    if (left.type !== 'VariableDeclaration') this.noteAssigned(left);
    this.visitPattern(target);
    const isOwn = left.type === 'VariableDeclaration' && left.kind !== 'var';
    const mode = (target.type === 'Identifier' ? 0 : 1) + (isOwn ? 0 : 2);
    if (node.await) this.within('all', right);
    else if (mode === 0 && !pauses(body)) this.within('w', right);
    else this.within('it', right, `,${mode}`);
    this.visit(body);
  }

  protected visitForIn(node: NodeOf<'ForInStatement'>): void {
    const { left, right, body } = node;
    const isOwn =
      left.type === 'VariableDeclaration' && left.kind !== 'var' && left.declarations[0]!.id.type === 'Identifier';
    if (this.isActive && (!isOwn || pauses(body))) this.impossible();
    this.within('all', right);
    this.visit(body);
  }

  protected visitFunction(node: AnyFunction): void {
    const { params, body } = node;
    if (node.type === 'FunctionDeclaration' && node.id !== null) {
      const variable = this.facts.of(this.scope.parent ?? this.scope, node.id.name);
      if (variable !== undefined && variable !== 'global' && !this.facts.isComplete) {
        variable.isFunction = !node.async;
        variable.inits++;
        if (variable.inits > 1) variable.isAssigned = true;
      }
    }
    const isSimple = params.every(({ type }) => type === 'Identifier');
    const takesApart = !params.every(isPlainParameter);
    if (takesApart && 'generator' in node && node.generator) this.impossible();
    this.around.push(node);
    for (const parameter of params) this.visitPattern(parameter);
    if (body?.type === 'BlockStatement') {
      const start = endOfDirectives(body.body, body.start + 1);
      const owns = isSimple ? `var ${SEGMENTS}${node.start}=${call('own')});` : '';
      const isMarked = this.facts.isComplete && this.facts.marked.has(node);
      const opening = `${this.usesScope(node) ? owns : ''}${takesApart ? `${call('all')}0);` : ''}`;
      const text = opening === '' && !isMarked ? `${SEGMENTS};` : opening;
      if (text !== '') this.emit.insertAfter(start, start === body.start + 1 ? text : `;${text}`);
      const outer = this.scope;
      const opened = this.scopes.of.get(body);
      if (opened !== undefined) this.scope = opened;
      for (const statement of body.body) this.visit(statement);
      this.scope = outer;
    } else if (body !== null) {
      const isMarked = this.facts.isComplete && this.facts.marked.has(node);
      if (takesApart) this.inAll(body, () => this.visit(body));
      else if (isMarked) this.visit(body);
      else {
        this.emit.insertBefore(body.start, call('id'));
        this.visit(body);
        this.emit.insertAfter(body.end, ')');
      }
    }
    this.around.pop();
  }

  /** Whether the function declares variables that are recorded. The first pass does not know yet. */
  protected usesScope(node: Node): boolean {
    return this.facts.isComplete && (this.owners ??= this.facts.owners()).has(node);
  }
}
