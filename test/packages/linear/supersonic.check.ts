import { linearizable } from 'fencepost';
import { OscChannel } from '../node_modules/supersonic-scsynth/dist/osc_channel.js';

/** A ring with room for two messages of four bytes, and what it needs beside it. */
const LAYOUT = {
  MESSAGE_HEADER_SIZE: 16,
  MESSAGE_MAGIC: 0xdead,
  IN_BUFFER_START: 0,
  IN_BUFFER_SIZE: 48,
  CONTROL_START: 64,
  METRICS_START: 128,
  METRICS_SIZE: 256,
  NODE_ID_COUNTER_START: 512,
};

class Channel {
  readonly #channel: OscChannel;
  constructor() {
    const sharedBuffer = new SharedArrayBuffer(1024);
    this.#channel = OscChannel.createSAB({ sharedBuffer, ringBufferBase: 0, bufferConstants: LAYOUT });
  }
  send(): boolean {
    return this.#channel.sendDirect(Uint8Array.of(1, 2, 3, 4));
  }
  nextNodeId(): number {
    return this.#channel.nextNodeId();
  }
}

linearizable('identifiers', () => new Channel(), { nextNodeId: [] }, { calls: 4 });
// It gives up where another thread has the lock, though there is room: its caller then sends the message another way.
linearizable('ring with room for two', () => new Channel(), { send: [] }, { calls: 2 });
