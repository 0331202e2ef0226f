/** Objects that are sent as themselves, numbered in order of discovery for the whole process. */
const numbers = new Map<object, number>();
const objects: object[] = [];

export function identityOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  const number = objects.push(object) - 1;
  numbers.set(object, number);
  return number;
}

export function identified(number: number): object {
  return objects[number]!;
}
