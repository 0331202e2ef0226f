/** Texts, numbered from 0. */
export class Texts {
  private readonly numbers = new Map<string, number>();
  private readonly all: string[] = [];

  numberOf(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.all.push(text) - 1));
    return number;
  }

  at(number: number): string {
    return this.all[number]!;
  }
}
