import type { Program } from '@fencepost/core';
import { LocalStates, Symmetry, UnseenStores } from '@fencepost/core';
import type { Knowledge } from './dispatcher.js';

/** A program of this process that is explored for a search in another process, and its knowledge. */
export class ProgramCopy {
  private readonly program: Program;
  private readonly maxDepth: number | undefined;
  /** The program's knowledge before it was first run. */
  private readonly initial: unknown;
  private given: Knowledge = { program: undefined, tooDeep: [] };
  private current: LocalStates | undefined;
  private known = '';

  constructor(program: Program, maxDepth: number | undefined) {
    this.program = program;
    this.maxDepth = maxDepth;
    this.initial = program.knowledge?.save();
  }

  /** Replaces all knowledge by this. */
  begin(knowledge: Knowledge): void {
    this.given = knowledge;
    this.current = undefined;
  }

  get states(): LocalStates {
    return (this.current ??= this.newStates());
  }

  /** Returns new knowledge since the last call, or since the beginning; undefined if there is none. */
  learned(): Knowledge | undefined {
    const { states } = this;
    const known = this.whatIsKnown(states);
    if (known === this.known) return undefined;
    this.known = known;
    return this.knowledgeOf(states.cutByDepth);
  }

  /** Begins again after a `RestartSearch`, with the knowledge that is returned. */
  beginAgain(): Knowledge {
    this.program.beginAgain?.();
    const knowledge = this.knowledgeOf([]);
    this.begin(knowledge);
    return knowledge;
  }

  private knowledgeOf(tooDeep: readonly string[]): Knowledge {
    return { program: this.program.knowledge?.save(), tooDeep: [...tooDeep] };
  }

  private newStates(): LocalStates {
    const { program, given } = this;
    program.beginAgain?.();
    program.knowledge?.restore(given.program ?? this.initial);
    const states = new LocalStates(program, undefined, this.maxDepth, given.tooDeep);
    if (given.symmetry !== undefined) states.symmetry = Symmetry.fromJSON(given.symmetry);
    states.preemptions = given.preemptions;
    if (given.unseen !== undefined) states.unseen = UnseenStores.fromJSON(given.unseen);
    this.known = this.whatIsKnown(states);
    return states;
  }

  private whatIsKnown({ cutByDepth }: LocalStates): string {
    return JSON.stringify([this.program.knowledge?.save(), cutByDepth]);
  }
}
