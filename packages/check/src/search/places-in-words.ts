interface Element {
  readonly array: string;
  readonly index: number;
}

/** Maximum number of places that are named one by one. */
const MOST = 3;

/** Describes places: `x`, `x and y`, `b[0] to b[8]`, `b[0], b[2] and 7 others`. */
export function placesInWords(places: readonly string[]): string {
  const [first = '', ...others] = places;
  if (others.length === 0) return first;
  const elements = places.map(elementOf).sort((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  if (places.length > 2 && areNeighbours(elements)) {
    const [from, to] = [elements[0], elements.at(-1)!];
    return `${from.array}[${from.index}] to ${to.array}[${to.index}]`;
  }
  if (places.length > MOST) return `${places.slice(0, MOST - 1).join(', ')} and ${places.length - MOST + 1} others`;
  return `${places.slice(0, -1).join(', ')} and ${places.at(-1)!}`;
}

function elementOf(place: string): Element | undefined {
  const [, array, index] = /^(.*)\[(\d+)\]$/.exec(place) ?? [];
  return array === undefined ? undefined : { array, index: Number(index) };
}

/** Whether the elements belong to one array and have consecutive indices. */
function areNeighbours(elements: readonly (Element | undefined)[]): elements is readonly [Element, ...Element[]] {
  const [first] = elements;
  if (first === undefined) return false;
  return elements.every((each, i) => each?.array === first.array && each.index === first.index + i);
}
