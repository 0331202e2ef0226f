import { isCount, isFailure, isListOf, isRecord, isSite, isText } from '@fencepost/core';
import { isJob } from '@fencepost/explore';

// Validators for data that agents write. Agents are not trusted, so data of another shape is not read.

/** Returns the value if it has the shape. The error names the expected shape and does not quote the value. */
export function requireShape(value: unknown, isSuch: (value: unknown) => boolean, name: string): unknown {
  if (!isSuch(value)) throw new UnreadableError(name);
  return value;
}

/** An entry of the ledger has an unexpected shape. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

export function areFailures(value: unknown): boolean {
  return isListOf(value, (each) => isFailure(each) && isRecord(each) && isCount(each['executions']));
}

export function areViolations(value: unknown): boolean {
  return isListOf(value, (each) => isPair(each, (count) => count === null || isCount(count)));
}

export function areRaces(value: unknown): boolean {
  return isListOf(value, (each) => isPair(each, isRace));
}

function isRace(value: unknown): boolean {
  return (
    isRecord(value) &&
    isFailure(value['failure']) &&
    isText(value['place']) &&
    isText(value['accesses']) &&
    isCount(value['executions']) &&
    isText(value['schedule']) &&
    typeof value['sequential'] === 'boolean'
  );
}

/** The part of a search in which something was found. What it begins with is compared with the program when it is explored again. */
export function isPart(value: unknown): boolean {
  return isRecord(value) && (value['job'] === null || isJob(value['job'])) && isCount(value['size']);
}

export function isFrontier(value: unknown): boolean {
  return isListOf(value, isJob);
}

export function isKnowledge(value: unknown): boolean {
  return isRecord(value) && isListOf(value['tooDeep'], isText);
}

/** Whether this is the first result of a test with this key. */
export function isFirst(key: string, value: unknown): boolean {
  if (!isRecord(value) || !isCount(value['seed']) || !isCount(value['place'])) return false;
  const { shown } = value;
  const [word] = key.split(' ', 1);
  switch (word) {
    case 'about':
      return (
        isRecord(shown) &&
        ['source', 'program', 'model', 'method'].every((name) => isText(shown[name])) &&
        isListOf(shown['replay'], isText)
      );
    case 'failure':
      return isFailure(shown) && hasSites(shown);
    case 'cycle':
      return (
        isListOf(shown, (each) => isRecord(each) && isText(each['kind']) && isText(each['label'])) && hasSites(shown)
      );
    default:
      return isText(shown);
  }
}

/** Whether every site in the value, at any depth, has the shape of a site. */
function hasSites(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasSites);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([name, each]) => (PLACES.has(name) ? isSite(each) : hasSites(each)));
}

const PLACES: ReadonlySet<string> = new Set(['site', 'failureSite', 'waitsAt']);

/** Whether this is a pair of a key and a value. */
export function isFound(value: unknown): boolean {
  return isPair(value, () => true);
}

function isPair(value: unknown, isSuch: (value: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isSuch(value[1]);
}
