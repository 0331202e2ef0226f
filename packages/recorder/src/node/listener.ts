import { isAbsolute, relative, sep } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { BroadcastChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import type { InPlaceSite, ModuleSites, Told } from '@fencepost/javascript/recorded';
import { ANSWER, CHANNEL } from '@fencepost/javascript/recorded';
import type { Region } from '@fencepost/recording';
import { Buffers } from './buffers.js';

/** Receives the messages of threads, apart from their steps. */
export class Listener {
  readonly notes = new Set<string>();
  private readonly channel = new BroadcastChannel(CHANNEL);
  private readonly buffers = new Buffers();
  private readonly modules: (ModuleSites & { sites?: readonly InPlaceSite[] })[] = [];
  private readonly firsts = new Map<number, number>();
  private readonly byPlace = new Map<string, number>();
  private readonly regions = new Map<number, Region>();
  private newRegions: Region[] = [];

  constructor(private readonly words: Int32Array) {}

  /** Handles all messages received. */
  listen(): void {
    // Channels are also accepted, though the type definitions do not include them.
    const port = this.channel as unknown as MessagePort;
    for (let heard = receiveMessageOnPort(port); heard !== undefined; heard = receiveMessageOnPort(port))
      this.hear(heard.message as Told);
  }

  /** Returns one number for all sites at the same position: each thread has its own numbers for sites. */
  firstOf(site: number): number {
    const known = this.firsts.get(site);
    if (known !== undefined) return known;
    const place = this.placeOf(site);
    const text = place === null ? '' : formatSite(place);
    const first = this.byPlace.get(text) ?? site;
    this.byPlace.set(text, first);
    this.firsts.set(site, first);
    return first;
  }

  /** Returns the position of the site with this number. */
  placeOf(site: number): Site | null {
    const found = this.find(site);
    return found === undefined ? null : { file: shown(found.file), line: found.at[0], column: found.at[1] };
  }

  /** Returns the names added since the last call. */
  takeRegions(): readonly Region[] {
    const taken = this.newRegions;
    this.newRegions = [];
    return taken;
  }

  close(): void {
    this.channel.close();
  }

  private hear(told: Told): void {
    // Messages of threads do not arrive in the order of site numbers.
    if (told.ask === 'sites') {
      this.modules.push(told);
      this.modules.sort((a, b) => a.first - b.first);
    } else if (told.ask === 'note') this.notes.add(told.text);
    else if (told.ask === 'buffer') {
      Atomics.store(this.words, ANSWER, this.buffers.baseOf(told.buffer));
      Atomics.notify(this.words, ANSWER);
    } else {
      const name = this.find(told.site)?.at[2] ?? '';
      // Reports use the first name.
      if (name === '' || this.regions.has(told.start)) return;
      const { start, end, unit, form } = told;
      const region = { start, end, unit, name, form };
      this.regions.set(start, region);
      this.newRegions.push(region);
    }
  }

  private find(site: number): { readonly file: string; readonly at: InPlaceSite } | undefined {
    const module = this.modules.findLast(({ first }) => first <= site);
    if (module === undefined) return undefined;
    module.sites ??= JSON.parse(module.list) as readonly InPlaceSite[];
    const at = module.sites[site - module.first];
    return at === undefined ? undefined : { file: module.file, at };
  }
}

/** Returns the file as reports show it: relative, if it is below the folder in which the program was started. */
function shown(file: string): string {
  const short = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return short.startsWith(`..${sep}`) ? file : short;
}
