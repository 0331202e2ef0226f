import type { Condition, Operation } from '@fencepost/core';
import type { Sites } from './sites.js';

/** The parts in which the presented forms of an operation differ. */
interface Form {
  readonly site: number;
  readonly until: Condition;
  readonly operation: Operation;
}

/**
 * Operations with their sites, as presented to the models. Threads are run from the start many times, and most of their
 * operations are the same objects each time, so the presented forms are interned.
 */
export class Presented {
  private readonly sites: Sites;
  private readonly forms = new WeakMap<Operation, Form[]>();

  constructor(sites: Sites) {
    this.sites = sites;
  }

  of(operation: Operation, site: number, until: Condition): Operation {
    let forms = this.forms.get(operation);
    if (forms === undefined) this.forms.set(operation, (forms = []));
    for (const form of forms) if (form.site === site && form.until === until) return form.operation;
    const presented = { ...operation, site: this.sites.siteOf(site), until };
    forms.push({ site, until, operation: presented });
    return presented;
  }
}
