import type { Site } from '@fencepost/core';
import type { Metadata, MetadataNode } from './metadata.js';
import { numberField, stringField } from './metadata.js';

export interface FileNames {
  readonly sourceName?: string;
  readonly directory?: string;
}

/** Source places out of DWARF-like metadata (https://llvm.org/docs/SourceLevelDebugging.html). */
export class DebugInfo {
  private readonly metadata: Metadata;
  private readonly names: FileNames;
  private readonly mainFile: string | undefined;
  private readonly sites = new Map<string, Site | undefined>();

  constructor(metadata: Metadata, names: FileNames = {}) {
    this.metadata = metadata;
    this.names = names;
    const unit = metadata.node(metadata.node('!llvm.dbg.cu')?.elements[0]);
    this.mainFile = stringField(metadata.follow(unit, 'file'), 'filename');
  }

  /** Where an instruction with `!dbg !12` is: where it is written, not where that was inlined. */
  site(location: string | undefined): Site | undefined {
    if (location === undefined) return undefined;
    if (!this.sites.has(location)) this.sites.set(location, this.readSite(location));
    return this.sites.get(location);
  }

  /** Where a variable or a function is declared: a node with a file and a line. */
  declarationSite(node: MetadataNode | undefined): Site | undefined {
    const line = numberField(node, 'line');
    const file = this.fileOf(node);
    return file === undefined || line === 0 ? undefined : { file, line };
  }

  /** The start of a loop, from the metadata of the branch that closes it, whose first places are its start and end. */
  loopSite(loop: string | undefined): Site | undefined {
    const start = this.metadata
      .node(loop)
      ?.elements.find((element) => element !== loop && this.metadata.node(element)?.tag === 'DILocation');
    return this.site(start);
  }

  private readSite(location: string): Site | undefined {
    const node = this.metadata.node(location);
    if (node?.tag !== 'DILocation') return undefined;
    const line = numberField(node, 'line');
    // Line 0 is code of the compiler's own.
    if (line === 0) return this.site(node.fields.get('inlinedAt'));
    const file = this.scopeFile(node);
    if (file === undefined) return undefined;
    const column = numberField(node, 'column');
    return column === 0 ? { file, line } : { file, line, column };
  }

  /** The nearest scope around that names a file. */
  private scopeFile(location: MetadataNode): string | undefined {
    let scope = this.metadata.follow(location, 'scope');
    while (scope !== undefined) {
      const file = this.fileOf(scope);
      if (file !== undefined) return file;
      scope = this.metadata.follow(scope, 'scope');
    }
    return undefined;
  }

  private fileOf(node: MetadataNode | undefined): string | undefined {
    const file = node?.tag === 'DIFile' ? node : this.metadata.follow(node, 'file');
    const name = stringField(file, 'filename');
    if (name === undefined) return undefined;
    if (name === this.mainFile && this.names.sourceName !== undefined) return this.names.sourceName;
    const directory = stringField(file, 'directory') ?? '';
    const known = this.names.directory === undefined || this.names.directory === directory;
    return name.startsWith('/') || directory === '' || known ? name : `${directory}/${name}`;
  }
}
