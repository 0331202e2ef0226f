import type { SearchProgress } from '@fencepost/check';
import { later } from '@fencepost/workers';
import type { Connection, Ended } from './connection.js';
import { NO_LISTENER } from './connection.js';
import { watchMemory } from './memory.js';
import type { Answer, FixProgress, Question } from './messages.js';
import type { SavedProgram } from '../run/saved-run.js';
import type { Snapshot } from './snapshot.js';
import { NOTHING_KNOWN, knownFrom } from './snapshot.js';

/** How long an interrupted search has to acknowledge; and then, to report what it found. */
const NOTICE_MILLISECONDS = 700;
const LAST_WORDS_MILLISECONDS = 1500;

/** Why there is no answer. */
export type NoAnswer = Ended | { readonly why: 'time' | 'interrupt' | 'stuck'; readonly message?: undefined };

export interface Limits {
  /** As `performance.now()` counts: by then, there is an answer or none. */
  readonly until: number;
  /** That the process may use. */
  readonly megabytes: number;
}

/** Receives what happens in the meantime. */
export interface Watcher {
  readonly onProgress: (progress: SearchProgress) => void;
  /** Where the program that is being checked stands, every few seconds. */
  readonly onCheckpoint?: (program: SavedProgram) => void;
  /** How far the search for a repair is. */
  readonly onFixing?: (progress: FixProgress) => void;
}

/** A question to a checker, and all messages until it is answered or abandoned. */
export class Conversation {
  /** The latest that is known. */
  snapshot: Snapshot;
  private readonly connection: Connection;
  private readonly question: Question;
  private readonly watcher: Watcher;
  private settle: (outcome: Answer | NoAnswer) => void = () => undefined;
  private timers: NodeJS.Timeout[] = [];

  constructor(connection: Connection, question: Question, watcher: Watcher) {
    this.connection = connection;
    this.question = question;
    this.snapshot = knownFrom(question.ask === 'check' ? question.before : undefined);
    this.watcher = watcher;
  }

  async outcome({ until, megabytes }: Limits): Promise<Answer | NoAnswer> {
    const { connection } = this;
    const given = new Promise<Answer | NoAnswer>((resolve) => (this.settle = resolve));
    connection.listen({
      onMessage: (message) => {
        switch (message.tell) {
          case 'progress':
            this.snapshot = { ...this.snapshot, ...message };
            this.watcher.onProgress(message.progress);
            break;
          case 'checkpoint':
            this.snapshot = {
              ...{ ...this.snapshot, saved: message.program.saved ?? undefined },
              ...(message.program.checks.length > 0 && { searched: message.program }),
            };
            this.watcher.onCheckpoint?.(message.program);
            break;
          case 'done':
            this.snapshot = { ...NOTHING_KNOWN, done: message.checks, saved: this.snapshot.saved };
            break;
          case 'fixing':
            this.watcher.onFixing?.(message);
            break;
          case 'stopping':
            this.giveUpAfter(LAST_WORDS_MILLISECONDS);
            break;
          case 'stuck':
            this.settle({ why: 'stuck' });
            break;
          default:
            this.settle(message);
        }
      },
      onEnd: (how) => this.settle(how),
    });
    const isLimited = connection.isSeparate && Number.isFinite(until);
    const inTime = isLimited ? later(until - performance.now(), () => this.settle({ why: 'time' })) : undefined;
    const inMemory = connection.isSeparate ? watchMemory(megabytes, () => this.settle({ why: 'memory' })) : undefined;
    connection.send(this.question);
    const outcome = await given;
    inTime?.();
    inMemory?.();
    this.timers.forEach(clearTimeout);
    connection.listen(NO_LISTENER);
    return outcome;
  }

  /** A search reports what it has found; anything else is ended. */
  interrupt(): void {
    if (this.question.ask === 'load') this.settle({ why: 'interrupt' });
    this.connection.send({ ask: 'stop' });
    this.giveUpAfter(NOTICE_MILLISECONDS);
  }

  private giveUpAfter(milliseconds: number): void {
    this.timers.forEach(clearTimeout);
    if (this.connection.isSeparate) this.timers = [setTimeout(() => this.settle({ why: 'interrupt' }), milliseconds)];
  }
}
