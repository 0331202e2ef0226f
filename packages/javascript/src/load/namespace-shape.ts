/** Where the properties of a namespace object come from. No export has this name. */
const EXPORTS = ' exports';
const MODULE = ' module';
const star = (index: number) => ` star ${index}`;

/** The exports of a module, live: each property is read where it is defined, at each use. */
export type Bindings = Record<string, unknown>;

/**
 * The properties of the namespace objects of a module's instances. Worlds are made thousands of times per second and
 * imported names are read on hot paths, so the accessors are made once per module and are inherited. Only an instance
 * that is itself a value of the program (`import * as all`) gets properties of its own.
 */
export class NamespaceShape {
  /** Including those of `export *`, once known. */
  readonly names = new Set<string>();
  /** Without those of `export *`. */
  readonly ownNames = new Set<string>();
  readonly stars = new Set<number>();
  /** Nothing will be added. */
  settled = false;
  private readonly prototype = Object.create(null, { [Symbol.toStringTag]: { value: 'Module' } }) as object;
  private ownProperties: PropertyDescriptorMap | undefined;

  make(): Bindings {
    return Object.create(this.prototype) as Bindings;
  }

  /** Of an ES module: what it exports itself. */
  setExports(bindings: Bindings, getters: Readonly<Record<string, () => unknown>>): void {
    bindings[EXPORTS] = getters;
    if (this.settled) return;
    for (const name of Object.keys(getters)) this.ownNames.add(name);
    this.define(Object.keys(getters), (name) => `this[${quoted(EXPORTS)}][${quoted(name)}]()`);
  }

  /** `export *` from its index-th import. */
  setStar(bindings: Bindings, index: number, source: object): void {
    bindings[star(index)] = source;
    if (this.stars.has(index)) return;
    this.stars.add(index);
    this.ownProperties = undefined;
  }

  defineStar(index: number, names: readonly string[]): void {
    this.define(names, (name) => `this[${quoted(star(index))}][${quoted(name)}]`);
  }

  /** Of a CommonJS module. */
  setModule(bindings: Bindings, module: { readonly exports: unknown }): void {
    bindings[MODULE] = module;
    this.define(['default'], () => `this[${quoted(MODULE)}].exports`);
  }

  defineProperties(names: readonly string[]): void {
    this.define(names, (name) => `this[${quoted(MODULE)}].exports[${quoted(name)}]`);
  }

  /** Defines the known properties as own ones of the instance. */
  own(bindings: Bindings): void {
    this.ownProperties ??= this.describeOwn();
    Object.defineProperties(bindings, this.ownProperties);
  }

  private describeOwn(): PropertyDescriptorMap {
    const hidden = { enumerable: false, writable: true, configurable: true };
    const sources = [EXPORTS, MODULE, ...[...this.stars].map(star)];
    const properties: PropertyDescriptorMap = Object.fromEntries(sources.map((source) => [source, hidden]));
    for (const name of [...this.names].sort()) {
      // The same function for all instances: only then do they share a layout.
      properties[name] = { ...Object.getOwnPropertyDescriptor(this.prototype, name)!, configurable: true };
    }
    return properties;
  }

  private define(names: readonly string[], value: (name: string) => string): void {
    const added = names.filter((name) => !this.names.has(name));
    if (added.length === 0) return;
    const accessors = added.map((name) => `get [${quoted(name)}](){return ${value(name)}}`);
    // Separate source text for each name: accessors that shared theirs would be slow.
    const made = (0, eval)(`({__proto__:null,${accessors.join(',')}})`) as object;
    Object.defineProperties(this.prototype, Object.getOwnPropertyDescriptors(made));
    for (const name of added) this.names.add(name);
    this.ownProperties = undefined;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
