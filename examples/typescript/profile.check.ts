// A profile is fetched, and kept in a file.
import assert from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import { check } from 'fencepost';

check('the file has a profile', (t) => {
  t.fetch((url) => Response.json({ name: new URL(url).pathname }));
  t.files({ 'cache/ann.json': '{"name":"?"}' });
  t.task('update', async () => {
    const answer = await fetch('http://server/ann');
    await writeFile('cache/ann.json', await answer.text());
  });
  t.task('page', async () => {
    const profile = JSON.parse(await readFile('cache/ann.json', 'utf8')) as { name: string };
    assert.ok(profile.name);
  });
});
