/** Objects that messages carry by reference, numbered in order of discovery. */
export class Identities {
  private readonly numbers = new Map<object, number>();
  private readonly objects: object[] = [];

  numberOf(object: object): number {
    const known = this.numbers.get(object);
    if (known !== undefined) return known;
    const number = this.objects.push(object) - 1;
    this.numbers.set(object, number);
    return number;
  }

  objectOf(number: number): object {
    return this.objects[number]!;
  }
}
