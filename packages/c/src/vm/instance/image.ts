import { FencepostError } from '@fencepost/core';
import { FIRST_ADDRESS } from '../../address-space.js';
import type { GlobalInfo } from '../../ir/syntax/tables.js';
import type { LinkedTables } from '../../build/tables.js';
import { spareLargeFunctions } from './large-functions.js';
import { instantiate } from './instantiate.js';

/** A global variable and the address that the linker gave it. */
export interface PlacedGlobal {
  readonly address: number;
  readonly info: GlobalInfo;
}

/** The frames of a suspended call are saved here: one area per level of calls nested in library functions. */
const FRAME_AREA = 1 << 16;
const FRAME_AREAS = 4;
const PAGE = 1 << 16;

interface FrameArea {
  readonly start: number;
  readonly end: number;
}

/**
 * A compiled program before it runs: its module, and the content and layout of its memory. Data comes first (from
 * `FIRST_ADDRESS` on), then the private stack, then the areas for suspended frames.
 */
export class Image {
  readonly module: WebAssembly.Module;
  readonly tables: LinkedTables;
  /** Linear memory from `FIRST_ADDRESS` up to the end of the data. */
  readonly data: Uint8Array;
  readonly dataView: DataView;
  readonly stackLow: number;
  readonly stackTop: number;
  /** Address of the variable with the label of the user's call of a header function (ir/context.ts: CALLER). */
  readonly caller: number | undefined;
  /**
   * Address of the variable that is set while the thread leaves its calls (ir/context.ts: EXITING), if the program
   * unwinds.
   */
  readonly exiting: number | undefined;
  /** Addresses of all 32-bit variables of which each thread has its own copy. */
  readonly ownVariables: readonly number[];
  private readonly frameAreas: FrameArea[] = [];
  /** Global variables, sorted by address. */
  readonly globals: readonly PlacedGlobal[];
  /** The addresses of the variables by number. */
  private readonly addresses: number[] = [];
  readonly exports: ReadonlySet<string>;
  /** Library functions the program calls. */
  readonly libraryCalls: ReadonlySet<string>;

  constructor(wasm: Uint8Array, tables: LinkedTables) {
    spareLargeFunctions(wasm);
    this.module = new WebAssembly.Module(wasm);
    this.tables = tables;
    this.libraryCalls = new Set(tables.libraryCalls);
    const { exports } = instantiate(this.module, silentImports(this.module));
    this.exports = new Set(Object.keys(exports));
    const globalValue = (name: string): number => Number((exports[name] as WebAssembly.Global).value);
    this.stackLow = globalValue('__data_end');
    this.stackTop = globalValue('__stack_pointer');
    const placeOf = (name: string): number | undefined => (this.exports.has(name) ? globalValue(name) : undefined);
    this.caller = placeOf('__fp_caller');
    this.exiting = this.exports.has('__fp_unwinding') ? placeOf('__fp_exiting') : undefined;
    this.ownVariables = [this.caller, this.exiting, placeOf('__fp_depth')].filter((place) => place !== undefined);
    this.data = new Uint8Array((exports['memory'] as WebAssembly.Memory).buffer).slice(FIRST_ADDRESS, this.stackLow);
    this.dataView = new DataView(this.data.buffer);
    this.globals = this.placeGlobals(globalValue);
  }

  /** Returns the area for the frames of calls at this nesting level. */
  frameArea(level: number): FrameArea {
    const known = this.frameAreas[level];
    if (known !== undefined) return known;
    if (level >= FRAME_AREAS) {
      const what = `library functions that call functions of the program are nested more than ${FRAME_AREAS - 1} deep`;
      throw new FencepostError('C_UNSUPPORTED', what, { hint: 'nest fewer such calls' });
    }
    const start = this.stackTop + level * FRAME_AREA;
    return (this.frameAreas[level] = { start, end: start + FRAME_AREA });
  }

  /** End of all frame areas. */
  get end(): number {
    return this.stackTop + FRAME_AREAS * FRAME_AREA;
  }

  get pages(): number {
    return Math.ceil(this.end / PAGE);
  }

  /** Returns the global variable that contains this address. */
  globalAt(address: number): PlacedGlobal | undefined {
    const found = this.globalBefore(address);
    return found !== undefined && address < found.address + Math.max(1, found.info.size) ? found : undefined;
  }

  /** Returns the global variable at or before this address: a gap belongs to the variable before it. */
  globalBefore(address: number): PlacedGlobal | undefined {
    let low = 0;
    let high = this.globals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.globals[middle]!.address <= address) low = middle + 1;
      else high = middle;
    }
    return this.globals[low - 1];
  }

  /** Returns the global variable with this number. The address is the same for all modules that declare it. */
  globalOf(index: number): PlacedGlobal {
    return this.globalAt(this.addresses[index]!)!;
  }

  /** Sets the initial value of a 32-bit global variable. */
  setInitial(name: string, value: number): void {
    const found = this.globals.find(({ info }) => info.name === name);
    if (found === undefined) throw new RangeError(`there is no variable ${name}`);
    this.dataView.setInt32(found.address - FIRST_ADDRESS, value, true);
  }

  private placeGlobals(globalValue: (name: string) => number): readonly PlacedGlobal[] {
    const { pointerSize, globals } = this.tables;
    const placed = new Map<number, PlacedGlobal>();
    const bases = [...this.exports].flatMap((name) => /^__fp_globals_(\d+)$/.exec(name)?.[1] ?? []).map(Number);
    for (const base of bases) {
      const table = globalValue(`__fp_globals_${base}`);
      const end = Math.min(globals.length, ...bases.filter((other) => other > base));
      for (let i = 0; i < end - base; i++) {
        const info = globals[base + i]!;
        const address = this.dataView.getUint32(table + i * pointerSize - FIRST_ADDRESS, true);
        this.addresses[base + i] = address;
        // Several modules may name the same variable; the defining one has the most information.
        if (!info.declared || !placed.has(address)) placed.set(address, { address, info });
      }
    }
    return [...placed.values()].sort((a, b) => a.address - b.address);
  }
}

/** Imports for instantiation, during which none of them is called. */
function silentImports(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      throw new Error(`${name} called too early`);
    };
  }
  return imports;
}
