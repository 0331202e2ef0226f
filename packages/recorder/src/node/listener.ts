import { isAbsolute, relative, sep } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { BroadcastChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import type { InPlaceSite, ModuleSites, Told } from '@fencepost/javascript/recorded';
import { ANSWER, CHANNEL } from '@fencepost/javascript/recorded';
import type { Region } from '@fencepost/recording';
import { Buffers } from './buffers.js';

/** What threads tell besides their steps. */
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

  /** Hears what was told so far. */
  listen(): void {
    // Channels are also accepted, which the types do not say.
    const port = this.channel as unknown as MessagePort;
    for (let heard = receiveMessageOnPort(port); heard !== undefined; heard = receiveMessageOnPort(port))
      this.hear(heard.message as Told);
  }

  /** Each thread has its own numbers for sites: the first one of those at the same place. */
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

  /** Where the site with this number is. */
  placeOf(site: number): Site | null {
    const found = this.find(site);
    return found === undefined ? null : { file: shown(found.file), line: found.at[0], column: found.at[1] };
  }

  /** Names that were given since the last time. */
  takeRegions(): readonly Region[] {
    const taken = this.newRegions;
    this.newRegions = [];
    return taken;
  }

  close(): void {
    this.channel.close();
  }

  private hear(told: Told): void {
    // Threads do not tell in the order of their numbers.
    if (told.ask === 'sites') {
      this.modules.push(told);
      this.modules.sort((a, b) => a.first - b.first);
    } else if (told.ask === 'note') this.notes.add(told.text);
    else if (told.ask === 'buffer') {
      Atomics.store(this.words, ANSWER, this.buffers.baseOf(told.buffer));
      Atomics.notify(this.words, ANSWER);
    } else {
      const name = this.find(told.site)?.at[2] ?? '';
      // The first name is the one that reports use.
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

/** Files below the folder in which the program was started have short names. */
function shown(file: string): string {
  const short = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return short.startsWith(`..${sep}`) ? file : short;
}
