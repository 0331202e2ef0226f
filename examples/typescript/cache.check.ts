// A cache of profiles in front of a server.
import assert from 'node:assert';
import { check } from 'fencepost';

class Profiles {
  private readonly known = new Map<string, string>();

  async get(id: string): Promise<string> {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const answer = await fetch(`http://server/${id}`);
    const name = await answer.text();
    this.known.set(id, name);
    return name;
  }

  async rename(id: string, name: string): Promise<void> {
    await fetch(`http://server/${id}`, { method: 'PUT', body: name });
    this.known.delete(id);
  }
}

check('a renamed profile is shown', (t) => {
  let name = 'Ann';
  t.fetch((_url, { method, body }) => {
    if (method === 'PUT') name = body as string;
    return new Response(name);
  });
  const profiles = new Profiles();
  t.task('page', () => profiles.get('7'));
  t.task('form', () => profiles.rename('7', 'Anne'));
  t.after(async () => assert.equal(await profiles.get('7'), 'Anne'));
});
