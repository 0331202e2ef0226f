import { isPlainObject } from '../world/objects/is-object.js';
import type { World } from '../world/running/world.js';

/** Limits of what is watched: objects, and properties of each. */
const MOST_OBJECTS = 32;
const MOST_PROPERTIES = 64;

interface Answer {
  readonly object: object;
  /** The call that returned it first. */
  readonly call: string;
  isRepeated: boolean;
  content: readonly unknown[];
}

const ANSWERS = Symbol('objects that services returned');

/**
 * The objects that services of a world have returned. If a service returns one object again and again, and the program
 * changes this object, tasks share it. Of a service outside the program, such as a database, each would get a copy.
 */
export class SharedAnswers {
  private readonly answers: Answer[] = [];
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  static of(world: World): SharedAnswers {
    return world.slot(ANSWERS, () => new SharedAnswers(world));
  }

  /** Called before a call takes effect: what has changed by now, the program has changed. */
  begins(): void {
    for (const { isRepeated, content, object, call } of this.answers) {
      if (!isRepeated || isSame(content, contentOf(object))) continue;
      this.world.context.notes.add(
        `${call} and a later call return the same object, and the program changes it: return a copy, as a service outside the program does (structuredClone), or lost updates stay hidden`,
      );
    }
  }

  /** Called when a call has taken effect, which may have changed objects, too. */
  ends(): void {
    for (const each of this.answers) each.content = contentOf(each.object);
  }

  returned(call: string, value: unknown): void {
    const { answers } = this;
    const known = answers.find(({ object }) => object === value);
    if (known !== undefined) known.isRepeated = true;
    else if (isPlain(value) && answers.length < MOST_OBJECTS) {
      answers.push({ object: value, call, isRepeated: false, content: contentOf(value) });
    }
  }
}

function isPlain(value: unknown): value is object {
  if (Object.isFrozen(value)) return false;
  return isPlainObject(value) || (Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype);
}

/** The names and values of properties, without calling getters. */
function contentOf(object: object): readonly unknown[] {
  const keys = Reflect.ownKeys(object).slice(0, MOST_PROPERTIES);
  return keys.flatMap((key) => [key, Reflect.getOwnPropertyDescriptor(object, key)?.value as unknown]);
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((each, i) => Object.is(each, after[i]));
}
