import { Reader, Writer } from '../bytes.js';
import { EXTERNAL, SECTION, each } from '../format.js';
import { UnsupportedWasm } from '../unsupported.js';
import type { Access, Loop } from './accesses.js';
import { Code } from './code.js';
import { Collected } from './collected.js';
import { FunctionRewriter } from './function.js';
import type { HelperName } from './helpers.js';
import { HELPERS, HIDDEN, START, hiddenGlobal } from './helpers.js';
import { MORE } from './instructions.js';
import type { SharedMemory } from './memories.js';
import { sharedMemories } from './memories.js';
import type { ParsedModule } from './parse.js';
import { parseModule } from './parse.js';
import { copyConstant, copyData, copyElements } from './segments.js';

/** An export of a module. */
export interface Export {
  readonly name: string;
  /** Number of the exported memory; undefined if it is not a memory. */
  readonly memory: number | undefined;
}

/** A module whose accesses to shared memory were replaced by calls. */
export interface VisibleCode {
  /**
   * The rewritten module. It has no memory and imports helpers from `HIDDEN`. Its export `START` does everything that
   * happens when an instance is made.
   */
  readonly bytes: Uint8Array;
  readonly memories: readonly SharedMemory[];
  readonly accesses: readonly Access[];
  readonly loops: readonly Loop[];
  readonly segments: readonly Uint8Array[];
  /** Exports in their original order. */
  readonly exports: readonly Export[];
  /** Numbers of globals that may change, exported as `hiddenGlobal(number)`. */
  readonly globals: readonly number[];
}

/**
 * Makes a module's accesses to shared memory visible: each access, and each head of a loop, becomes a call of an
 * import. Names and debug information are lost. Throws UnsupportedWasm.
 */
export function instrumentSharedMemory(bytes: Uint8Array): VisibleCode {
  return new ModuleRewriter(bytes).rewrite();
}

const helpers = Object.entries(HELPERS) as [HelperName, (typeof HELPERS)[HelperName]][];

/** Sections in the order of a module. */
const ORDER = [
  'type',
  'import',
  'function',
  'table',
  'global',
  'export',
  'element',
  'dataCount',
  'code',
  'data',
] as const;
type SectionName = (typeof ORDER)[number];

class ModuleRewriter {
  private readonly module: ParsedModule;
  private readonly collected: Collected;
  private readonly memories: readonly SharedMemory[];
  private readonly bytes: Uint8Array;
  private readonly written = new Map<SectionName, Writer>();
  private readonly exports: Export[] = [];
  private readonly globals: readonly number[];
  private segments: readonly Uint8Array[] = [];
  private readonly start: Code;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.module = parseModule(new Reader(bytes), 'all');
    this.memories = sharedMemories(this.module);
    this.collected = new Collected(this.module);
    this.start = new Code(this.collected);
    this.globals = this.module.globals.flatMap(({ isMutable }, index) => (isMutable ? [index] : []));
  }

  rewrite(): VisibleCode {
    this.types();
    this.imports();
    this.functions();
    this.tables();
    this.copied('global', (from, to) => {
      to.byte(from.byte(), from.byte());
      copyConstant(from, to, this.collected);
    });
    this.exported();
    this.copied('element', (from, to) => copyElements(from, to, this.collected));
    this.data();
    this.code();
    const { memories, exports, globals, segments, collected } = this;
    const { accesses, loops } = collected;
    return { bytes: this.result(), memories, accesses, loops, segments, exports, globals };
  }

  private result(): Uint8Array {
    const output = new Writer(2 * this.bytes.length);
    output.copy(this.bytes.subarray(0, 8));
    for (const name of ORDER) {
      const content = this.written.get(name);
      if (content === undefined) continue;
      output.byte(SECTION[name]);
      output.sized(content.result());
    }
    return output.result();
  }

  private writer(name: SectionName): Writer {
    const to = new Writer();
    this.written.set(name, to);
    return to;
  }

  private section(name: keyof typeof SECTION): Reader | undefined {
    const found = this.module.sections.get(SECTION[name]);
    return found && new Reader(found.bytes, found.position, found.end);
  }

  /** Copies a vector, and rewrites each item. */
  private copied(name: SectionName, item: (from: Reader, to: Writer) => void): void {
    const from = this.section(name);
    if (from === undefined) return;
    const to = this.writer(name);
    const { position } = from;
    to.unsigned(from.unsigned());
    from.position = position;
    each(from, () => item(from, to));
  }

  /** Copies a vector to which items are added at its end. Returns the writer for these items. */
  private extended(name: SectionName, more: number): Writer {
    const from = this.section(name);
    const to = this.writer(name);
    to.unsigned((from?.unsigned() ?? 0) + more);
    if (from !== undefined) to.copy(from.bytes.subarray(from.position, from.end));
    return to;
  }

  private types(): void {
    const to = this.extended('type', helpers.length + 1);
    for (const [, { parameters, results }] of [...helpers, ['start', { parameters: [], results: [] }] as const]) {
      to.byte(0x60);
      to.sized(Uint8Array.from(parameters));
      to.sized(Uint8Array.from(results));
    }
  }

  private imports(): void {
    const kept = new Writer();
    let count = helpers.length;
    const from = this.section('import');
    if (from !== undefined) {
      each(from, () => {
        const start = from.position;
        if (skipImport(from) === EXTERNAL.memory) return;
        kept.copy(from.bytes.subarray(start, from.position));
        count++;
      });
    }
    const to = this.writer('import');
    to.unsigned(count);
    to.copy(kept.result());
    helpers.forEach(([name], index) => {
      text(to, HIDDEN);
      text(to, name);
      to.byte(EXTERNAL.function);
      to.unsigned(this.module.types.length + index);
    });
  }

  private functions(): void {
    this.extended('function', 1).unsigned(this.module.types.length + helpers.length);
  }

  private tables(): void {
    const from = this.section('table');
    if (from === undefined) return;
    const { position } = from;
    // Other tables have an initial value, or types of garbage collection.
    each(from, () => {
      if (from.byte() < 0x6f) throw new UnsupportedWasm('tables of garbage collection');
      skipLimits(from);
    });
    from.position = position;
    this.writer('table').copy(from.bytes.subarray(from.position, from.end));
  }

  private exported(): void {
    const to = new Writer();
    let count = this.globals.length + 1;
    const from = this.section('export');
    if (from !== undefined) {
      each(from, () => {
        const name = from.name();
        const kind = from.byte();
        const number = from.unsigned();
        this.exports.push({ name, memory: kind === EXTERNAL.memory ? number : undefined });
        if (kind === EXTERNAL.memory) return;
        count++;
        text(to, name);
        to.byte(kind);
        to.unsigned(kind === EXTERNAL.function ? this.collected.functionNumber(number) : number);
      });
    }
    for (const global of this.globals) {
      text(to, hiddenGlobal(global));
      to.byte(EXTERNAL.global);
      to.unsigned(global);
    }
    text(to, START);
    to.byte(EXTERNAL.function);
    to.unsigned(this.collected.functionNumber(this.module.functions.length));
    const section = this.writer('export');
    section.unsigned(count);
    section.copy(to.result());
  }

  /** Copies the data segments. Also writes the code of the start function. */
  private data(): void {
    const count = this.section('dataCount');
    if (count !== undefined) this.writer('dataCount').copy(count.bytes.subarray(count.position, count.end));
    const { start } = this;
    start.unsigned(0); // locals
    const from = this.section('data');
    if (from !== undefined) this.segments = copyData(from, this.writer('data'), start, this.collected);
    const original = this.section('start');
    if (original !== undefined) {
      start.byte(MORE.call);
      start.unsigned(this.collected.functionNumber(original.unsigned()));
    }
    start.byte(0x0b);
  }

  private code(): void {
    const { module, collected } = this;
    const to = this.writer('code');
    const from = this.section('code');
    to.unsigned(module.functions.length - module.importedFunctions + 1);
    if (from !== undefined) {
      each(from, (index) => {
        const body = from.part(from.unsigned());
        const number = module.importedFunctions + index;
        const { parameters } = module.types[module.functions[number]!]!;
        to.sized(new FunctionRewriter(body, parameters, number, collected).rewrite());
      });
    }
    to.sized(this.start.result());
  }
}

function text(to: Writer, name: string): void {
  to.sized(new TextEncoder().encode(name));
}

/** Skips an import, and returns its kind. */
function skipImport(from: Reader): number {
  from.skip(from.unsigned());
  from.skip(from.unsigned());
  const kind = from.byte();
  if (kind === EXTERNAL.function) from.skipNumber();
  else if (kind === EXTERNAL.global) from.skip(2);
  else {
    if (kind === EXTERNAL.table) from.byte();
    else if (kind !== EXTERNAL.memory) throw new UnsupportedWasm('exceptions');
    skipLimits(from);
  }
  return kind;
}

function skipLimits(from: Reader): void {
  const hasMaximum = from.byte() & 1;
  from.skipNumber();
  if (hasMaximum === 1) from.skipNumber();
}
