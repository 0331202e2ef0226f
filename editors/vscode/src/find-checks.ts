/** Something that the command can check. */
export interface FoundCheck {
  /** As `--test-case` takes it; undefined: the file as a whole. */
  readonly name: string | undefined;
  /** From 0 on. */
  readonly line: number;
}

const C = /\.(?:c|cc|cpp|cxx|c\+\+)$/;
const JAVASCRIPT = /\.[cm]?[jt]sx?$/;

/** The checks of a file, by its text. The command decides what they are; this only tells where to offer it. */
export function findChecks(path: string, text: string): readonly FoundCheck[] {
  if (path.endsWith('.litmus')) return [{ name: undefined, line: 0 }];
  if (C.test(path)) return checksInC(text);
  return JAVASCRIPT.test(path) ? checksInJavaScript(text) : [];
}

/** A program with threads. */
function checksInC(text: string): readonly FoundCheck[] {
  if (!/\b(?:pthread_create|thrd_create|std::(?:jthread|thread|async))\b/.test(text)) return [];
  const main = /^[ \t]*(?:int|void|auto)\s+main\s*\(/m.exec(text);
  return main === null ? [] : [{ name: undefined, line: lineAt(text, main.index) }];
}

/** Calls of what is imported from `fencepost` or one of its adapters. */
function checksInJavaScript(text: string): readonly FoundCheck[] {
  if (!/\bfrom\s*['"]fencepost(?:\/[\w-]+)?['"]|\brequire\(['"]fencepost/.test(text)) return [];
  const calls = text.matchAll(
    /^[ \t]*(?:check|linearizable)(?:\.\w+)?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$\\]*)`)/gm,
  );
  return [...calls].map((call) => ({
    name: (call[1] ?? call[2] ?? call[3]!).replaceAll(/\\(.)/g, '$1'),
    line: lineAt(text, call.index + call[0].search(/\S/)),
  }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}
