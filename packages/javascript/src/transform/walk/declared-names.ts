import type { Node, Program } from 'oxc-parser';
import type { Scopes } from './scopes.js';

/** Constructs through which a module depends on its world, or its variables can change unnoticed. */
const OPEN = /\bimport\s*[.(]|\beval\b/;

/**
 * Returns the functions and classes of a module that only declares them and primitive constants. Such a module has no
 * state except for changes to these objects by others. Undefined: it may do more.
 */
export function declaredNames(program: Program, scopes: Scopes, text: string): readonly string[] | undefined {
  if (scopes.assignsTop || OPEN.test(text)) return undefined;
  const classes = new Set<string>();
  const constants = new Set<string>();
  const names: string[] = [];

  function declares(node: Node | null): boolean {
    switch (node?.type) {
      case undefined:
      case 'EmptyStatement':
        return true;
      case 'ExpressionStatement':
        return node.expression.type === 'Literal';
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return declares(node.declaration);
      case 'FunctionDeclaration':
        return declare(node.id);
      case 'ClassDeclaration':
        if (node.superClass !== null && !isNamed(node.superClass, classes)) return false;
        if (node.decorators.length > 0 || !node.body.body.every(isPlainMember)) return false;
        if (node.id !== null) classes.add(node.id.name);
        return declare(node.id);
      case 'VariableDeclaration':
        return node.kind === 'const' && node.declarations.every(({ id, init }) => isConstant(id, init));
      default:
        return false;
    }
  }

  function declare(id: Node | null): boolean {
    if (id?.type !== 'Identifier') return false;
    names.push(id.name);
    return true;
  }

  function isConstant(id: Node, init: Node | null): boolean {
    if (id.type !== 'Identifier' || init === null || !isPrimitive(init, constants)) return false;
    constants.add(id.name);
    return true;
  }

  return program.body.every(declares) ? names : undefined;
}

function isNamed(node: Node, names: ReadonlySet<string>): boolean {
  return node.type === 'Identifier' && names.has(node.name);
}

/** Returns whether no part of the member is evaluated when the class is declared. */
function isPlainMember(member: Node): boolean {
  if (member.type === 'MethodDefinition') return !member.computed && member.decorators.length === 0;
  if (member.type !== 'PropertyDefinition') return false;
  return !member.computed && !member.static && member.decorators.length === 0;
}

function isPrimitive(node: Node, constants: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'Literal':
      return !('regex' in node);
    case 'TemplateLiteral':
      return node.expressions.length === 0;
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPrimitive(node.argument, constants);
    case 'BinaryExpression':
      return isPrimitive(node.left, constants) && isPrimitive(node.right, constants);
    case 'ParenthesizedExpression':
      return isPrimitive(node.expression, constants);
    default:
      return isNamed(node, constants);
  }
}
