// The part of the JavaScript API of WebAssembly that we use. The types of Node 20 do not have it, and those of browsers
// would include the DOM. Files that another project compiles, such as tests, import it: `import type {} from
// '…/webassembly.js'`.
declare global {
  namespace WebAssembly {
    type ImportValue = ((...args: never[]) => unknown) | Memory | Table | Global | number;
    type Imports = Record<string, Record<string, ImportValue>>;
    type ExportValue = ((...args: (number | bigint)[]) => number | bigint | undefined) | Memory | Table | Global;
    type Exports = Record<string, ExportValue>;
    type Kind = 'function' | 'table' | 'memory' | 'global' | 'tag';

    class Module {
      private readonly opaque: never;
      constructor(bytes: Uint8Array | ArrayBuffer);
      static imports(module: Module): { module: string; name: string; kind: Kind }[];
      static exports(module: Module): { name: string; kind: Kind }[];
      static customSections(module: Module, name: string): ArrayBuffer[];
    }

    class Instance {
      constructor(module: Module, imports?: Imports);
      readonly exports: Exports;
    }

    class Memory {
      constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }

    class Table {
      readonly length: number;
      get(index: number): ((...args: (number | bigint)[]) => number | bigint | undefined) | null;
    }

    class Global {
      value: number | bigint;
    }

    class RuntimeError extends Error {}
    class CompileError extends Error {}
    class LinkError extends Error {}

    function validate(bytes: Uint8Array | ArrayBuffer): boolean;
    function compile(bytes: Uint8Array | ArrayBuffer): Promise<Module>;
    function instantiate(module: Module, imports?: Imports): Promise<Instance>;
  }
}

export {};
