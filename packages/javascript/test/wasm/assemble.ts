/** Value types. */
export const I32 = 0x7f;
export const I64 = 0x7e;
export const F32 = 0x7d;
export const F64 = 0x7c;

/** A function of a module. */
export interface AssembledFunction {
  /** It is exported if it has one. */
  readonly name?: string;
  readonly parameters?: readonly number[];
  readonly results?: readonly number[];
  readonly locals?: readonly number[];
  /** Without the final `end`. */
  readonly code: readonly number[];
}

/** A module with one memory. */
export interface AssembledModule {
  readonly functions: readonly AssembledFunction[];
  /** In pages. */
  readonly initial?: number;
  readonly maximum?: number;
  /** Exported as `memory`, not imported as `e.m`. */
  readonly ownMemory?: boolean;
  readonly isShared?: boolean;
  /** Active, at this address; passive without one. */
  readonly data?: readonly { readonly at?: number; readonly bytes: readonly number[] }[];
  /** Number of the function that runs first. */
  readonly start?: number;
  /** Initial values of mutable globals, exported as `g0`, `g1`, …. */
  readonly globals?: readonly number[];
  /** Functions imported as `e.NAME`, without parameters or results; they come first. */
  readonly imported?: readonly string[];
}

/** A LEB128 number without sign. */
export function unsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...unsigned(Math.floor(value / 0x80))];
}

/** A LEB128 number with a sign. */
export function signed(value: number): readonly number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

/** `i32.const`. */
export function constant(value: number): readonly number[] {
  return [0x41, ...signed(value)];
}

export function get(local: number): readonly number[] {
  return [0x20, ...unsigned(local)];
}

export function set(local: number): readonly number[] {
  return [0x21, ...unsigned(local)];
}

const text = (name: string): readonly number[] => [...unsigned(name.length), ...Buffer.from(name)];
const vector = (items: readonly (readonly number[])[]): readonly number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const section = (id: number, content: readonly number[]): readonly number[] => [
  id,
  ...unsigned(content.length),
  ...content,
];

/** The bytes of a module. */
export function assemble(module: AssembledModule): Uint8Array {
  const { functions, initial = 1, maximum = 1, isShared = true, data = [], globals = [], imported = [] } = module;
  const limits = [isShared ? 3 : 1, ...unsigned(initial), ...unsigned(maximum)];
  const types = functions.map(({ parameters = [], results = [] }) => [
    0x60,
    ...vector(parameters.map((type) => [type])),
    ...vector(results.map((type) => [type])),
  ]);
  const own = module.ownMemory === true;
  const exported = functions.flatMap(({ name }, i) =>
    name === undefined ? [] : [[...text(name), 0, ...unsigned(imported.length + i)]],
  );
  const exportedGlobals = globals.map((_, i) => [...text(`g${i}`), 3, i]);
  const bodies = functions.map(({ locals = [], code }) => {
    const body = [...vector(locals.map((type) => [1, type])), ...code, 0x0b];
    return [...unsigned(body.length), ...body];
  });
  const imports = [
    ...(own ? [] : [[...text('e'), ...text('m'), 2, ...limits]]),
    ...imported.map((name) => [...text('e'), ...text(name), 0, types.length]),
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([...types, [0x60, 0, 0]])),
    ...section(2, vector(imports)),
    ...section(3, vector(functions.map((_, i) => unsigned(i)))),
    ...(own ? section(5, vector([limits])) : []),
    ...section(6, vector(globals.map((value) => [I32, 1, ...constant(value), 0x0b]))),
    ...section(7, vector([...exported, ...exportedGlobals, ...(own ? [[...text('memory'), 2, 0]] : [])])),
    ...(module.start === undefined ? [] : section(8, unsigned(module.start))),
    ...section(12, unsigned(data.length)),
    ...section(10, vector(bodies)),
    ...section(
      11,
      vector(
        data.map(({ at, bytes }) => [
          ...(at === undefined ? [1] : [0, ...constant(at), 0x0b]),
          ...vector(bytes.map((byte) => [byte])),
        ]),
      ),
    ),
  ]);
}

/** A module as text of the program that uses it. */
export function bytesText(module: AssembledModule): string {
  return `Uint8Array.from([${assemble(module).join()}])`;
}
