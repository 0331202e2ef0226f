import type { Image } from './image.js';
import type { Tenant } from './instance.js';
import { Instance } from './instance.js';

/** Limited because each instance has its own memory, for which engines reserve gigabytes of address space. */
const MOST_INSTANCES = 32;

/**
 * The instances of a program. If there are more threads than instances, the least recently used instance is reassigned.
 */
export class Instances {
  private readonly image: Image;
  /** Instances in use, least recently used first. */
  private readonly used: Instance[] = [];
  private readonly free: Instance[] = [];

  constructor(image: Image) {
    this.image = image;
  }

  take(tenant: Tenant): Instance {
    const instance = this.free.pop() ?? this.another();
    instance.reset(tenant);
    this.used.push(instance);
    return instance;
  }

  /** Marks the instance as most recently used. */
  touch(instance: Instance): void {
    if (this.used.at(-1) === instance) return;
    this.used.splice(this.used.indexOf(instance), 1);
    this.used.push(instance);
  }

  release(instance: Instance): void {
    this.used.splice(this.used.indexOf(instance), 1);
    instance.tenant = undefined;
    this.free.push(instance);
  }

  private another(): Instance {
    return this.used.length < MOST_INSTANCES ? new Instance(this.image) : this.used.shift()!;
  }
}
