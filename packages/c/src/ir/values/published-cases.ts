import type { Environment } from './environment.js';
import { includes, join } from './joins.js';
import { signatureOf } from './signatures.js';

/** After as many changes, values are widened. */
const PATIENCE = 4;

/** What threads may find in cells that are left together: one of several cases, which differ in constants. */
export class PublishedCases {
  list: Environment[] = [];
  private readonly most: number;
  private readonly thresholds: readonly bigint[];
  private changes = 0;
  private isJoined = false;
  private joined: Environment | undefined;

  constructor(most: number, thresholds: readonly bigint[]) {
    this.most = most;
    this.thresholds = thresholds;
  }

  /** Returns what holds in all cases. */
  get all(): Environment {
    return (this.joined ??= this.list.reduce((sum, each) => join(sum, each)));
  }

  /** Adds a case; returns whether it is new. */
  add(state: Environment): boolean {
    const { list, most } = this;
    if (list.some((each) => includes(each, state))) return false;
    this.changes++;
    this.joined = undefined;
    let near = 0;
    if (most > 1 && !this.isJoined) {
      const signature = signatureOf(state, []);
      near = list.findIndex((each) => signatureOf(each, []) === signature);
      if (near < 0 && list.length >= most) {
        this.isJoined = true;
        this.list = [this.all];
        this.joined = undefined;
        near = 0;
      }
    }
    const old = this.list[near];
    if (old === undefined) this.list.push(state);
    else this.list[near] = join(old, state, this.changes > PATIENCE + this.list.length ? this.thresholds : undefined);
    return true;
  }
}
