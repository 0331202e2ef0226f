import type { Metadata, MetadataNode } from './metadata.js';
import { numberField, stringField } from './metadata.js';

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

/**
 * Names that belong to a library's implementation, and types whose members are of no interest to a user: we print `m`,
 * not `m._M_mutex.__data.__lock`.
 */
const RESERVED = /^_[A-Z_]/;
const OPAQUE = /^(?:Atomic|UnsafeCell|SyncUnsafeCell|Cell<|pthread_|sem_t|mtx_t|cnd_t)/;

/** Names the part of a variable at an offset, as the source does. */
export class DebugTypes {
  private readonly metadata: Metadata;

  constructor(metadata: Metadata) {
    this.metadata = metadata;
  }

  /** The variable behind `!dbg !1` of a global. */
  variable(attached: string | undefined): MetadataNode | undefined {
    const node = this.metadata.node(attached);
    return node?.tag === 'DIGlobalVariableExpression' ? this.metadata.follow(node, 'var') : node;
  }

  /** `variable` is a DIGlobalVariable or a DILocalVariable. */
  describe(name: string, variable: MetadataNode | undefined, offset: number): string {
    return this.part(name, this.metadata.follow(variable, 'type'), offset);
  }

  private part(name: string, type: MetadataNode | undefined, offset: number): string {
    const plain = offset === 0 ? name : `${name}+${offset}`;
    if (type === undefined) return plain;
    const tag = type.fields.get('tag') ?? '';
    if (OPAQUE.test(stringField(type, 'name') ?? '')) return plain;
    if (TRANSPARENT.has(tag)) return this.part(name, this.metadata.follow(type, 'baseType'), offset);
    if (tag === 'DW_TAG_array_type') return this.element(name, type, offset);
    if (tag !== 'DW_TAG_structure_type' && tag !== 'DW_TAG_class_type') return plain;
    const member = this.memberAt(type, offset);
    if (member === undefined) return plain;
    const inside = offset - numberField(member, 'offset') / 8;
    const memberName = stringField(member, 'name');
    if (memberName === undefined) {
      const base = this.metadata.follow(member, 'baseType');
      // In an anonymous union, the first member that fits will do.
      return base?.fields.get('tag') === 'DW_TAG_union_type'
        ? this.unionPart(name, base, inside)
        : this.part(name, base, inside);
    }
    return RESERVED.test(memberName) ? plain : this.part(`${name}.${memberName}`, member, inside);
  }

  private unionPart(name: string, union: MetadataNode, offset: number): string {
    const member = this.memberAt(union, offset);
    const memberName = stringField(member, 'name');
    return this.part(memberName === undefined ? name : `${name}.${memberName}`, member, offset);
  }

  private memberAt(type: MetadataNode, offset: number): MetadataNode | undefined {
    for (const element of this.metadata.follow(type, 'elements')?.elements ?? []) {
      const member = this.metadata.node(element);
      if (member?.tag !== 'DIDerivedType' || member.fields.get('flags')?.includes('DIFlagStaticMember')) continue;
      const start = numberField(member, 'offset') / 8;
      const size = this.size(member);
      if (start <= offset && offset < start + size) return member;
    }
    return undefined;
  }

  private element(name: string, array: MetadataNode, offset: number): string {
    const base = this.metadata.follow(array, 'baseType');
    const counts = (this.metadata.follow(array, 'elements')?.elements ?? []).map((element) =>
      numberField(this.metadata.node(element), 'count'),
    );
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

  /** In bytes. A typedef or qualifier has the size of its base type. */
  private size(type: MetadataNode | undefined): number {
    if (type === undefined) return 0;
    const bits = numberField(type, 'size');
    return bits > 0 ? bits / 8 : this.size(this.metadata.follow(type, 'baseType'));
  }
}
