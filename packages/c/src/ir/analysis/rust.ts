import { AT_THREAD_EXIT, waitingBody } from './rust-waits.js';

/** Returns whether the module comes from rustc. */
export function isRust(ir: string): boolean {
  return /^![^\n]*"rustc version /m.test(ir);
}

/**
 * Returns a module of rustc in a form that is small and reports panics. With `-C lto=fat` it contains those parts of
 * Rust's library that it might need, most of them only to print the stack after a panic. Here a panic is a failure with
 * the message of the panic (runtime/cxx/rust.ts), waiting does not spin first, and code that thereby becomes
 * unreachable is left out.
 */
export function asChecked(ir: string): string {
  return reachable(withOwnFunctions(ir));
}

/** Symbols of `core::fmt::write` and of functions that panic, with v0 (RFC 2603) or legacy mangling. */
const WRITE = /^(?:_R\w*4core3fmt5write|_ZN4core3fmt5write17h[\da-f]{16}E)$/;
const PANIC = /^(?:_R\w*4core9panicking9panic_fmt|_ZN4core9panicking9panic_fmt17h[\da-f]{16}E)$/;
/** Functions that other panics (`panic_any`) and failed allocations reach, and the one that unwinds. */
const ENDS =
  /^(?:_R\w*|_ZN)(?:3std9panicking\d+(?:rust_)?panic_with_hook|3std5alloc24default_alloc_error_hook)|^(?:_R\w*)?rust_eh_personality$/;
/** The name of a function, and the types and names of its parameters. */
interface Header {
  readonly symbol: string;
  /** The symbol as it is written: in quotes where it has to be. */
  readonly name: string;
  readonly parameters: readonly { readonly type: string; readonly text: string }[];
}

function headerOf(line: string): Header | undefined {
  const [, quoted, plain, list = ''] =
    /@(?:"([^"]+)"|([-\w$.]+))\((.*?)\) (?:unnamed_addr|local_unnamed_addr|#|personality|!dbg|\{)/.exec(line) ?? [];
  const symbol = quoted ?? plain;
  if (symbol === undefined) return undefined;
  // Attributes may have commas in parentheses.
  const parts = list.replaceAll(/\([^()]*\)/g, '').split(',');
  const parameters = parts
    .map((part) => part.trim().split(' '))
    .filter(([type]) => type !== undefined && type !== '' && type !== '...')
    .map((words, index) => ({ type: words[0]!, text: `${words[0]!} %a${index}` }));
  return { symbol, name: quoted === undefined ? `@${symbol}` : `@"${symbol}"`, parameters };
}

function withOwnFunctions(ir: string): string {
  const lines = ir.split('\n');
  const headers = lines.flatMap((line, at) => {
    const header = line.startsWith('define ') ? headerOf(line) : undefined;
    return header === undefined ? [] : [{ ...header, at, line }];
  });
  const write = headers.find(({ symbol }) => WRITE.test(symbol));
  let locations = 0;
  for (const { at, symbol, name, line, parameters } of headers) {
    const body = ownBody(symbol, parameters, write);
    if (body === undefined) continue;
    const [, subprogram] = / !dbg (!\d+) \{$/.exec(line) ?? [];
    const location = `!${FREE_METADATA + locations++}`;
    const list = parameters.map(({ text }) => text).join(', ');
    lines.fill('', at, lines.indexOf('}', at) + 1);
    lines[at] = [
      `${line.slice(0, line.indexOf('@'))}${name}(${list})${subprogram === undefined ? '' : ` !dbg ${subprogram}`} {`,
      ...body.map((each) => (subprogram === undefined || each.endsWith(':') ? each : `${each}, !dbg ${location}`)),
      '}',
      ...(subprogram === undefined ? [] : [`${location} = !DILocation(line: 1, scope: ${subprogram})`]),
    ].join('\n');
  }
  const more = write === undefined ? [] : writer(write);
  const declared = ['declare void @__fp_rust_panic(ptr) noreturn', `declare void @${AT_THREAD_EXIT}(ptr)`, ''];
  return [...lines, ...more, ...declared].join('\n');
}

/** Returns our replacement for a function of Rust's library; undefined if it has none. */
function ownBody(
  symbol: string,
  parameters: Header['parameters'],
  write: Header | undefined,
): readonly string[] | undefined {
  const waiting = waitingBody(symbol);
  if (waiting !== undefined) return waiting;
  if (PANIC.test(symbol)) {
    const message = parameters.slice(0, -1);
    // `write(self, vtable, message…)`
    if (write?.parameters.length === message.length + 2) return panicsWith(write.symbol, message);
  } else if (!ENDS.test(symbol)) return undefined;
  return panics('null');
}

function panics(message: string): string[] {
  return [`call void @__fp_rust_panic(ptr ${message}) noreturn`, 'unreachable'];
}

/** A number above those of all metadata nodes of a module. */
const FREE_METADATA = 1_000_000_000;

/** Panics with the message, which is first written to a buffer: its length, then the text (runtime/cxx/rust.ts). */
function panicsWith(write: string, message: Header['parameters']): string[] {
  const rest = message.map(({ text }) => `, ${text}`).join('');
  return [
    `%buffer = alloca [${MESSAGE_BYTES + 8} x i8], align 8`,
    'store i64 0, ptr %buffer, align 8',
    `%failed = call i1 @${write}(ptr %buffer, ptr @__fp_rust_writer${rest})`,
    ...panics('%buffer'),
  ];
}

/** Maximum length of a reported message. */
const MESSAGE_BYTES = 1000;

/** Implements `core::fmt::Write` for the buffer. */
function writer(write: Header): string[] {
  const message = write.parameters.slice(2);
  const list = message.map(({ text }) => `, ${text}`).join('');
  const entries = ['null', 'write_str', 'write_char', 'write_fmt'].map((name) =>
    name === 'null' ? 'ptr null' : `ptr @__fp_rust_${name}`,
  );
  return [
    `@__fp_rust_writer = internal constant { ptr, i64, i64, ptr, ptr, ptr } { ${entries[0]!}, i64 8, i64 8, ${entries.slice(1).join(', ')} }`,
    'define internal i1 @__fp_rust_write_str(ptr %self, ptr %text, i64 %bytes) {',
    `  call void @__fp_rust_append(ptr %self, i64 ${MESSAGE_BYTES}, ptr %text, i64 %bytes)`,
    '  ret i1 false',
    '}',
    'define internal i1 @__fp_rust_write_char(ptr %self, i32 %character) {',
    `  call void @__fp_rust_append_char(ptr %self, i64 ${MESSAGE_BYTES}, i32 %character)`,
    '  ret i1 false',
    '}',
    `define internal i1 @__fp_rust_write_fmt(ptr %self${list}) {`,
    `  %result = call i1 @${write.symbol}(ptr %self, ptr @__fp_rust_writer${list})`,
    '  ret i1 %result',
    '}',
    'declare void @__fp_rust_append(ptr, i64, ptr, i64)',
    'declare void @__fp_rust_append_char(ptr, i64, i32)',
  ];
}

/** Removes functions and variables that cannot be reached from those that other modules or the system may refer to. */
function reachable(ir: string): string {
  const lines = ir.split('\n');
  const kept: string[] = [];
  const pieces = new Map<string, string>();
  const work: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const name = /^(?:define [^@]*|(?=@))@("[^"]+"|[-\w$.]+)/.exec(line)?.[1];
    if (name === undefined) {
      kept.push(line);
      continue;
    }
    const end = line.startsWith('define') ? lines.indexOf('}', at) : at;
    pieces.set(name, lines.slice(at, end + 1).join('\n'));
    at = end;
    if (!/^(?:define|@(?:"[^"]+"|[-\w$.]+) =) (?:internal|private) /.test(line)) work.push(name);
  }
  const found = new Set(work);
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    for (const [, next] of (pieces.get(name) ?? '').matchAll(/@("[^"]+"|[-\w$.]+)/g)) {
      if (found.has(next!)) continue;
      found.add(next!);
      work.push(next!);
    }
  }
  return [...kept, ...[...pieces].filter(([name]) => found.has(name)).map(([, text]) => text)].join('\n');
}
