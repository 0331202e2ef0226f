import type { Site } from '@fencepost/core';
import { isForeignFile } from './foreign.js';
import type { Metadata, MetadataNode } from './metadata.js';
import { numberField, stringField } from './metadata.js';
import type { Place } from './tables.js';

/** How the user knows the main source file, and the folder from which it was compiled. */
export interface FileNames {
  readonly sourceName?: string;
  readonly directory?: string;
  /** Has the compiler read this file? What `#line` says may be any file of the machine. */
  readonly isRead?: (file: string) => boolean;
}

/** Before the name of a file that only a `#line` names, which makes it the name of none. */
const ONLY_NAMED = '#line ';

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

  /**
   * Where an instruction with `!dbg !12` is: where the user wrote it, not where that was inlined. Code of a system's
   * header is where it was inlined; if all of that is in such headers, too, the outermost is the nearest to the user.
   */
  site(location: string | undefined): Site | undefined {
    if (location === undefined) return undefined;
    if (!this.sites.has(location)) {
      this.sites.set(location, undefined); // a place that is inlined at itself is nowhere
      this.sites.set(location, this.readSite(location));
    }
    return this.sites.get(location);
  }

  /** Where a variable or a function is declared: a node with a file and a line. */
  declarationSite(node: MetadataNode | undefined): Site | undefined {
    const line = numberField(node, 'line');
    const file = this.fileOf(node);
    return file === undefined || line === 0 ? undefined : { file, line };
  }

  place(site: Site | undefined): Place {
    if (site === undefined) return {};
    return this.isForeign(site) ? { site, foreign: true } : { site };
  }

  /** Is it in a file that is not the user's? */
  isForeign({ file }: Site): boolean {
    return file !== this.names.sourceName && isForeignFile(file);
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
    const written = this.writtenSite(node);
    if (written !== undefined && !this.isForeign(written)) return written;
    return this.site(node.fields.get('inlinedAt')) ?? written;
  }

  private writtenSite(node: MetadataNode): Site | undefined {
    const line = numberField(node, 'line');
    if (line === 0) return undefined; // code of the compiler's own
    const file = this.scopeFile(node);
    if (file === undefined) return undefined;
    const column = numberField(node, 'column');
    return column === 0 ? { file, line } : { file, line, column };
  }

  /** The nearest scope around that names a file. */
  private scopeFile(location: MetadataNode): string | undefined {
    const seen = new Set<MetadataNode>();
    let scope = this.metadata.follow(location, 'scope');
    while (scope !== undefined && !seen.has(scope)) {
      seen.add(scope);
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
    const shown = name.startsWith('/') || directory === '' || known ? name : `${directory}/${name}`;
    return this.names.isRead?.(shown) === false ? `${ONLY_NAMED}${shown}` : shown;
  }
}
