import type { Node } from 'oxc-parser';
import { instrument } from '../text/own-names.js';
import type { Handler, Handlers, Walk } from '../walk/walk.js';

/** Position of a function or class in the emitted text, and in the source. */
interface Range {
  readonly emittedStart: number;
  readonly emittedEnd: number;
  readonly start: number;
  readonly end: number;
}

/** Matches the call around an async function, which is not part of its text. */
const KIND = new RegExp(`^\\${instrument('kind')}\\([01],(?:"(?:[^"\\\\]|\\\\.)*",)?([^]*)\\)$`);

/** Nodes whose text `Function.prototype.toString` returns. */
const TYPES = [
  'FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassDeclaration', 'ClassExpression',
  'MethodDefinition', 'Property',
] as const satisfies readonly Node['type'][]; // prettier-ignore

/** Records the functions and classes that a walk emits. */
export class FunctionRanges {
  private readonly ranges: Range[] = [];

  constructor(private readonly handlers: Handlers) {}

  get noting(): Handlers {
    return { ...this.handlers, ...Object.fromEntries(TYPES.map((type) => [type, this.notingAround(type)])) };
  }

  /** Returns a map from the emitted text of each function to its source text. */
  textsIn(emitted: string, written: (start: number, end: number) => string): Map<string, string> {
    return new Map(
      this.ranges.map(({ emittedStart, emittedEnd, start, end }) => [
        emitted
          .slice(emittedStart, emittedEnd)
          .replace(/^[;\s]+/, '')
          .replace(KIND, '$1'),
        written(start, end),
      ]),
    );
  }

  private notingAround(type: (typeof TYPES)[number]): Handler {
    const handler = this.handlers[type] as Handler;
    return (node, walk) => {
      const start = startOf(node, walk);
      if (start === undefined) {
        handler(node, walk);
        return;
      }
      const emittedStart = walk.emit.reach(start);
      handler(node, walk);
      this.ranges.push({ emittedStart, emittedEnd: walk.emit.reach(node.end), start, end: node.end });
    };
  }
}

/** Returns the start of a function's text; undefined if the node is not a function. */
function startOf(node: Node, { source }: Walk): number | undefined {
  if (node.type === 'Property') return node.method || node.kind !== 'init' ? node.start : undefined;
  if (node.type !== 'MethodDefinition') return node.start;
  if (node.decorators.length > 0) return undefined;
  const before = node.static
    ? /^static(?:\s|\/\/.*|\/\*[^]*?\*\/)*/.exec(source.slice(node.start, node.value.start))
    : null;
  return node.start + (before?.[0].length ?? 0);
}
