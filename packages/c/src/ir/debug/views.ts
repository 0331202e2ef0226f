import type { DebugTypes } from './debug-types.js';
import type { Metadata, MetadataNode } from '../syntax/metadata.js';
import { stringField } from '../syntax/metadata.js';
import type { ViewInfo } from '../syntax/tables.js';

/** Maximum length of a type name with template arguments: longer lists obscure more than they explain. */
const LONGEST_NAME = 30;

/** Classes of libstdc++ that programs allocate without naming them. */
const OF_LIBRARY: readonly (readonly [RegExp, string])[] = [
  [/^_Sp_counted/, 'control block'],
  [/^_List_node\b|^_Fwd_list_node\b/, 'list node'],
  [/^_Rb_tree_node\b/, 'tree node'],
  [/^_Hash_node\b/, 'hash node'],
  [/^_State_impl\b/, 'start of a thread'],
];

/** `std::make_shared` allocates the object together with its counts. */
const SHARED = /^_Sp_counted_ptr_inplace\b/;

/** The types through which a module accesses memory on the heap, by number. */
export class Views {
  readonly infos: ViewInfo[] = [];
  private readonly metadata: Metadata;
  private readonly types: DebugTypes;
  private readonly first: number;
  private readonly numbers = new Map<MetadataNode, number>();

  constructor(metadata: Metadata, types: DebugTypes, first: number) {
    this.metadata = metadata;
    this.types = types;
    this.first = first;
  }

  /** Returns the number of a type; undefined for one without a size, such as `void`. */
  number(type: MetadataNode | undefined): number | undefined {
    if (type === undefined) return undefined;
    const known = this.numbers.get(type);
    if (known !== undefined) return known;
    const size = this.types.size(type);
    if (size === 0) return undefined;
    const number = this.first + this.infos.push(this.describe(type, size)) - 1;
    this.numbers.set(type, number);
    return number;
  }

  private describe(type: MetadataNode, size: number): ViewInfo {
    const bare = this.types.bare(type);
    const own = stringField(bare, 'name') ?? '';
    const shared = SHARED.test(own) ? this.types.firstArgument(bare) : undefined;
    if (shared !== undefined) {
      const start = size - Math.ceil(this.types.size(shared) / 8) * 8;
      return {
        name: this.nameOf(shared),
        size,
        isClass: true,
        isFlexible: false,
        describe: (offset) =>
          offset >= start ? this.types.part('', shared, offset - start) : this.types.part('', bare, offset),
      };
    }
    return {
      name: this.nameOf(type),
      size,
      isClass: this.types.isClass(type),
      isFlexible: this.types.isFlexible(type),
      describe: (offset) => this.types.part('', type, offset),
    };
  }

  /** Returns the name of a class, or of the first typedef. */
  private nameOf(type: MetadataNode): string {
    const bare = this.types.bare(type);
    const isNamed = this.types.isClass(bare) && stringField(bare, 'name') !== undefined;
    let named: MetadataNode | undefined = isNamed ? bare : type;
    while (named !== undefined && stringField(named, 'name') === undefined) {
      const pointee = this.types.pointee(named);
      if (pointee !== undefined) return `${this.nameOf(pointee)}*`;
      named = this.metadata.follow(named, 'baseType');
    }
    const name = stringField(named, 'name');
    if (name === undefined) return 'object';
    const ofLibrary = OF_LIBRARY.find(([pattern]) => pattern.test(name));
    if (ofLibrary !== undefined) return ofLibrary[1];
    return name.length > LONGEST_NAME ? name.replace(/<.*>/, '<…>') : name;
  }
}
