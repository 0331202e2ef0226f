import type { Metadata, MetadataNode } from '../syntax/metadata.js';
import { numberField, stringField } from '../syntax/metadata.js';

/** Types that only add a name or a qualifier to another. */
const TRANSPARENT = new Set([
  'DW_TAG_typedef',
  'DW_TAG_const_type',
  'DW_TAG_volatile_type',
  'DW_TAG_restrict_type',
  'DW_TAG_atomic_type',
  'DW_TAG_member',
  'DW_TAG_inheritance',
]);
const CLASSES = new Set(['DW_TAG_structure_type', 'DW_TAG_class_type']);
const POINTERS = new Set(['DW_TAG_pointer_type', 'DW_TAG_reference_type', 'DW_TAG_rvalue_reference_type']);

/**
 * Names that belong to a library's implementation, and types whose members are irrelevant to a user: we print `m`, not
 * `m._M_mutex.__data.__lock`.
 */
const RESERVED = /^_[A-Z_]/;
const OPAQUE = /^(?:Atomic|UnsafeCell|SyncUnsafeCell|Cell<|pthread_|sem_t|mtx_t|cnd_t|once_flag$)/;
/** Members of libstdc++ and libc++ whose names are still meaningful: `_M_finish`, `__end_`. */
const OF_LIBRARY = /^(?:_M_(\w+)|__(\w+)_)$/;
/** Buffers in which libstdc++ keeps an object of the type that is the first template argument. */
const ROOM = /^__aligned_(?:mem)?buf(?:fer)?</;
const VTABLE = /^_vptr\b/;

/** Names the part of a variable at an offset as in the source. */
export class DebugTypes {
  private readonly metadata: Metadata;
  private readonly knownMembers = new Map<MetadataNode, readonly MetadataNode[]>();

  constructor(metadata: Metadata) {
    this.metadata = metadata;
  }

  /** Returns the variable that `!dbg !1` of a global refers to. */
  variable(attached: string | undefined): MetadataNode | undefined {
    const node = this.metadata.node(attached);
    return node?.tag === 'DIGlobalVariableExpression' ? this.metadata.follow(node, 'var') : node;
  }

  /** Names the part of a variable at an offset. `variable` is a DIGlobalVariable or a DILocalVariable. */
  describe(name: string, variable: MetadataNode | undefined, offset: number): string {
    return this.part(name, this.metadata.follow(variable, 'type'), offset);
  }

  /** Names the part at an offset of an object of this type. */
  part(name: string, type: MetadataNode | undefined, offset: number): string {
    const plain = offset === 0 ? name : `${name}+${offset}`;
    if (type === undefined) return plain;
    const tag = type.fields.get('tag') ?? '';
    const typeName = stringField(type, 'name') ?? '';
    if (OPAQUE.test(typeName)) return plain;
    if (ROOM.test(typeName)) return this.part(name, this.firstArgument(type), offset);
    if (TRANSPARENT.has(tag)) return this.part(name, this.metadata.follow(type, 'baseType'), offset);
    if (tag === 'DW_TAG_array_type') return this.element(name, type, offset);
    // For a union, the member that is accessed is unknown.
    if (tag === 'DW_TAG_union_type') return offset === 0 ? plain : this.unionPart(name, type, offset);
    if (!CLASSES.has(tag)) return plain;
    const member = this.memberAt(type, offset);
    if (member === undefined) return plain;
    const inside = offset - numberField(member, 'offset') / 8;
    if (isBitField(member)) return this.bitFields(name, type, member, offset);
    const memberName = stringField(member, 'name');
    if (memberName === undefined) {
      const base = this.metadata.follow(member, 'baseType');
      // In an anonymous union, the first member that fits is used.
      return base?.fields.get('tag') === 'DW_TAG_union_type'
        ? this.unionPart(name, base, inside)
        : this.part(name, base, inside);
    }
    if (VTABLE.test(memberName)) return `${name}.vtable`;
    const ofLibrary = OF_LIBRARY.exec(memberName);
    if (ofLibrary !== null) {
      // The only member of a class stands for the class: `_M_i` of an atomic, `_M_t` of a unique_ptr.
      const shown = this.members(type).length === 1 ? name : `${name}.${ofLibrary[1] ?? ofLibrary[2]!}`;
      return this.part(shown, member, inside);
    }
    return RESERVED.test(memberName) ? plain : this.part(`${name}.${memberName}`, member, inside);
  }

  /** Returns the first type among the arguments of a template. */
  firstArgument(type: MetadataNode | undefined): MetadataNode | undefined {
    const [first] = this.metadata.follow(type, 'templateParams')?.elements ?? [];
    return this.metadata.follow(this.metadata.node(first), 'type');
  }

  /** Returns the type that a pointer or a reference of this type refers to. */
  pointee(type: MetadataNode | undefined): MetadataNode | undefined {
    const bare = this.bare(type);
    return POINTERS.has(bare?.fields.get('tag') ?? '') ? this.metadata.follow(bare, 'baseType') : undefined;
  }

  /** Returns the type of the scalar at an offset; without an offset, that of the elements of an array. */
  typeAt(type: MetadataNode | undefined, offset: number | undefined): MetadataNode | undefined {
    const bare = this.bare(type);
    const tag = bare?.fields.get('tag') ?? '';
    if (tag === 'DW_TAG_array_type') {
      const base = this.metadata.follow(bare, 'baseType');
      const step = this.size(base);
      return this.typeAt(base, offset === undefined || step === 0 ? undefined : offset % step);
    }
    if (!CLASSES.has(tag) && tag !== 'DW_TAG_union_type') return bare;
    const member = offset === undefined ? undefined : this.memberAt(bare!, offset);
    return member && this.typeAt(member, offset! - numberField(member, 'offset') / 8);
  }

  /** Removes typedefs and qualifiers. */
  bare(type: MetadataNode | undefined): MetadataNode | undefined {
    let found = type;
    while (TRANSPARENT.has(found?.fields.get('tag') ?? '')) found = this.metadata.follow(found, 'baseType');
    return found;
  }

  /** Returns whether it has named members. */
  isClass(type: MetadataNode | undefined): boolean {
    const tag = this.bare(type)?.fields.get('tag') ?? '';
    return CLASSES.has(tag) || tag === 'DW_TAG_union_type';
  }

  /** Returns whether it ends with an array whose length depends on the allocation. */
  isFlexible(type: MetadataNode | undefined): boolean {
    const bare = this.bare(type);
    if (bare === undefined || !this.isClass(bare)) return false;
    const last = this.bare(this.members(bare).at(-1));
    if (last?.fields.get('tag') !== 'DW_TAG_array_type') return this.isClass(last) && this.isFlexible(last);
    return this.countsOf(last).some((count) => count <= 0);
  }

  /** Returns the size in bytes. A typedef or qualifier has the size of its base type. */
  size(type: MetadataNode | undefined): number {
    if (type === undefined) return 0;
    const bits = numberField(type, 'size');
    if (bits > 0) return bits / 8;
    // Only arrays of no fixed length have no size.
    return type.fields.get('tag') === 'DW_TAG_array_type' ? 0 : this.size(this.metadata.follow(type, 'baseType'));
  }

  private unionPart(name: string, union: MetadataNode, offset: number): string {
    const member = this.memberAt(union, offset);
    if (member === undefined) return offset === 0 ? name : `${name}+${offset}`;
    const memberName = stringField(member, 'name');
    return this.part(memberName === undefined ? name : `${name}.${memberName}`, member, offset);
  }

  /** Names all bit-fields of a unit, as they are accessed together. */
  private bitFields(name: string, type: MetadataNode, first: MetadataNode, offset: number): string {
    const unit = first.fields.get('extraData');
    const names = this.members(type)
      .filter((member) => isBitField(member) && member.fields.get('extraData') === unit)
      .flatMap((member) => stringField(member, 'name') ?? []);
    const inside = offset - Number(/\d+$/.exec(unit ?? '')?.[0] ?? 0) / 8;
    return `${name}.${names.join('/')}${inside > 0 ? `+${inside}` : ''}`;
  }

  /** Returns data members and base classes, without those that take no space. */
  private members(type: MetadataNode): readonly MetadataNode[] {
    let known = this.knownMembers.get(type);
    if (known === undefined) this.knownMembers.set(type, (known = this.readMembers(type)));
    return known;
  }

  private readMembers(type: MetadataNode): MetadataNode[] {
    return (this.metadata.follow(type, 'elements')?.elements ?? []).flatMap((element) => {
      const member = this.metadata.node(element);
      if (member?.tag !== 'DIDerivedType' || !TRANSPARENT.has(member.fields.get('tag') ?? '')) return [];
      if (member.fields.get('flags')?.includes('DIFlagStaticMember')) return [];
      return this.isEmpty(member) ? [] : [member];
    });
  }

  private isEmpty(type: MetadataNode): boolean {
    const bare = this.bare(type);
    return CLASSES.has(bare?.fields.get('tag') ?? '') && this.size(bare) <= 1 && this.members(bare!).length === 0;
  }

  private memberAt(type: MetadataNode, offset: number): MetadataNode | undefined {
    let found: MetadataNode | undefined;
    let latest = -1;
    for (const member of this.members(type)) {
      const start = Math.floor(numberField(member, 'offset') / 8);
      const isOpen = this.size(member) === 0 && this.isFlexible(type);
      // A member may be in the padding at the end of a base class.
      if (start <= latest || start > offset || (offset >= start + Math.ceil(this.size(member)) && !isOpen)) continue;
      found = member;
      latest = start;
    }
    return found;
  }

  private countsOf(array: MetadataNode): number[] {
    const ranges = this.metadata.follow(array, 'elements')?.elements ?? [];
    return ranges.map((range) => numberField(this.metadata.node(range), 'count'));
  }

  private element(name: string, array: MetadataNode, offset: number): string {
    const base = this.metadata.follow(array, 'baseType');
    const counts = this.countsOf(array);
    const step = this.size(base);
    if (step === 0 || counts.length === 0) return offset === 0 ? name : `${name}+${offset}`;
    let index = Math.floor(offset / step);
    const inside = offset - index * step;
    let indices = '';
    for (const count of counts.slice(1).reverse()) {
      indices = `[${index % count}]${indices}`;
      index = Math.floor(index / count);
    }
    return this.part(`${name}[${index}]${indices}`, base, inside);
  }
}

function isBitField(member: MetadataNode): boolean {
  return member.fields.get('flags')?.includes('DIFlagBitField') ?? false;
}
