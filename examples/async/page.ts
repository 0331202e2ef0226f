// Search as you type: the answer to an earlier question may arrive later.
export class Page {
  shown = '';

  constructor(private readonly search: (query: string) => Promise<string>) {}

  async type(query: string): Promise<void> {
    this.shown = await this.search(query);
  }
}
