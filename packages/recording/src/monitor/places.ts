import { grown } from '@fencepost/core';

const NONE = -1;

/**
 * Places of a recording as slots: small numbers that are reused after a place was freed, so that columns are as long as
 * the number of places that live at the same time.
 */
export class Places {
  private slotOf = new Int32Array(1024).fill(NONE);
  private readonly free: number[] = [];
  /** Number of slots. */
  count = 0;
  /** Place, by slot. */
  place = new Int32Array(1024);

  /** Returns the slot of a place, which is assigned when the place first occurs. */
  slot(place: number): number {
    if (place < this.slotOf.length) {
      const known = this.slotOf[place]!;
      if (known !== NONE) return known;
    }
    return this.assign(place);
  }

  /** Returns the slot, or -1. */
  find(place: number): number {
    return place < this.slotOf.length ? this.slotOf[place]! : NONE;
  }

  drop(place: number): void {
    const slot = this.find(place);
    if (slot === NONE) return;
    this.slotOf[place] = NONE;
    this.place[slot] = NONE;
    this.free.push(slot);
  }

  private assign(place: number): number {
    if (place >= this.slotOf.length) {
      const before = this.slotOf.length;
      this.slotOf = grown(this.slotOf, place + 1);
      this.slotOf.fill(NONE, before);
    }
    const slot = this.free.pop() ?? this.count++;
    if (slot >= this.place.length) this.place = grown(this.place, slot + 1);
    this.slotOf[place] = slot;
    this.place[slot] = place;
    return slot;
  }
}
