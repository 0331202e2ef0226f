/** Keys under which a namespace object stores the sources of its properties. No export has such a name. */
const EXPORTS = ' exports';
const MODULE = ' module';
const NAMED = ' named';
const star = (index: number) => ` star ${index}`;

/** Live exports of a module: each property is read from its definition at each use. */
export type Bindings = Record<string, unknown>;

/**
 * The properties of the namespace objects of a module's instances. Worlds are created thousands of times per second and
 * imported names are read on hot paths. So the accessors are created once per module and inherited. Only an instance
 * that is itself a value of the program (`import * as all`) gets own properties.
 */
export class NamespaceShape {
  /** Exported names, including those of `export *` once they are known. */
  readonly names = new Set<string>();
  /** Exported names without those of `export *`. */
  readonly ownNames = new Set<string>();
  readonly stars = new Set<number>();
  /** Whether all names are known. */
  settled = false;
  private readonly prototype = Object.create(null, { [Symbol.toStringTag]: { value: 'Module' } }) as object;
  private ownProperties: PropertyDescriptorMap | undefined;

  make(): Bindings {
    return Object.create(this.prototype) as Bindings;
  }

  /** Sets the exports that an ES module defines itself. */
  setExports(bindings: Bindings, getters: Readonly<Record<string, () => unknown>>): void {
    bindings[EXPORTS] = getters;
    if (this.settled) return;
    for (const name of Object.keys(getters)) this.ownNames.add(name);
    this.define(Object.keys(getters), (name) => `this[${quoted(EXPORTS)}][${quoted(name)}]()`);
  }

  /** Sets the source of `export *` from the import with this index. */
  setStar(bindings: Bindings, index: number, source: object): void {
    bindings[star(index)] = source;
    if (this.stars.has(index)) return;
    this.stars.add(index);
    this.ownProperties = undefined;
  }

  defineStar(index: number, names: readonly string[]): void {
    this.define(names, (name) => `this[${quoted(star(index))}][${quoted(name)}]`);
  }

  /** Sets the `module` object of a CommonJS module. */
  setModule(bindings: Bindings, module: { readonly exports: unknown }): void {
    bindings[MODULE] = module;
    this.define(['default'], () => `this[${quoted(MODULE)}].exports`);
  }

  defineProperties(names: readonly string[]): void {
    this.define(names, (name) => `(this[${quoted(NAMED)}]??this[${quoted(MODULE)}].exports)[${quoted(name)}]`);
  }

  /** Sets the values of named imports, which do not follow later changes of the exports of a CommonJS module. */
  setNamed(bindings: Bindings, exports: object): void {
    bindings[NAMED] = { ...exports };
  }

  /** Defines the known properties as own properties of the instance. */
  own(bindings: Bindings): void {
    this.ownProperties ??= this.describeOwn();
    Object.defineProperties(bindings, this.ownProperties);
  }

  private describeOwn(): PropertyDescriptorMap {
    const hidden = { enumerable: false, writable: true, configurable: true };
    const sources = [EXPORTS, MODULE, NAMED, ...[...this.stars].map(star)];
    const properties: PropertyDescriptorMap = Object.fromEntries(sources.map((source) => [source, hidden]));
    for (const name of [...this.names].sort()) {
      // All instances use the same accessor function: only then do they share a layout.
      properties[name] = { ...Object.getOwnPropertyDescriptor(this.prototype, name)!, configurable: true };
    }
    return properties;
  }

  private define(names: readonly string[], value: (name: string) => string): void {
    const added = names.filter((name) => !this.names.has(name));
    if (added.length === 0) return;
    const accessors = added.map((name) => `get [${quoted(name)}](){return ${value(name)}}`);
    // Each name has its own source text: accessors that share source text would be slow.
    const made = (0, eval)(`({__proto__:null,${accessors.join(',')}})`) as object;
    Object.defineProperties(this.prototype, Object.getOwnPropertyDescriptors(made));
    for (const name of added) this.names.add(name);
    this.ownProperties = undefined;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
