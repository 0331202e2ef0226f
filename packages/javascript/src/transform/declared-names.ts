import type { Node, Program } from 'oxc-parser';
import type { Scopes } from './scopes.js';

/** Through these a module depends on the world it is in, or its variables are changed unseen. */
const OPEN = /\bimport\s*[.(]|\beval\b/;

/**
 * The functions and classes of a module that does nothing but declare them, and constants that are primitive: it has no
 * state but what others may do to these objects. Undefined: it may do more.
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

/** Nothing of it is evaluated where the class is declared. */
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
