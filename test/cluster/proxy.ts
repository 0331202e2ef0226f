import type { Server as NetServer, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `commit` as the last thing in what a client sends. */
const COMMIT = Buffer.from('commit\0');

/** What lies between agents and the database: it can be cut, and it can lose answers. */
export class Proxy {
  /** How many answers to commits were lost. */
  lost = 0;
  private readonly upstream: string;
  private readonly server: NetServer;
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isCut = false;
  /** Decides which answers to lose. */
  private loses: () => boolean = () => false;

  constructor(socket: string) {
    this.upstream = socket;
    this.server = createServer((client) => this.join(client));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `postgres://fencepost@127.0.0.1:${(this.server.address() as AddressInfo).port}/postgres`;
  }

  /** Nothing gets through for this time, in either direction, without an error. */
  async cut(milliseconds: number): Promise<void> {
    this.isCut = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
    await sleep(milliseconds);
    this.isCut = false;
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  /** Answers to commits are lost as this says. */
  loseAnswers(loses: () => boolean): void {
    this.loses = loses;
  }

  async close(): Promise<void> {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    const database = connect(this.upstream);
    const pair = [client, database] as const;
    this.pairs.add(pair);
    let isDeaf = false;
    client.on('data', (bytes) => {
      database.write(bytes);
      if (isDeaf || !bytes.subarray(-COMMIT.length).equals(COMMIT) || !this.loses()) return;
      isDeaf = true;
      this.lost++;
      // The database gets it, and answers; the answer is lost.
      setTimeout(() => client.destroy(), 50);
    });
    database.on('data', (bytes) => {
      if (!isDeaf) client.write(bytes);
    });
    for (const [socket, other] of [pair, [database, client] as const]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        other.destroy();
        this.pairs.delete(pair);
      });
      if (this.isCut) socket.pause();
    }
  }
}
