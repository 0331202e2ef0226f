import fs from 'node:fs';
import { expect, it } from 'vitest';
import { rowsOf, useSite } from './site.js';
const site = useSite();
it('tries', { timeout: 300_000 }, async () => {
  const page = await site.open();
  await page.getByRole('button', { name: 'Messages in C' }).click();
  const button = page.getByRole('button', { name: /Check \(/ });
  console.log(await button.innerText());
  let t = Date.now();
  await button.click();
  page.locator('.status').waitFor();
  const poll = setInterval(
    () =>
      void page
        .locator('.result')
        .innerText()
        .then((x) => console.log(Date.now() - t, x))
        .catch(() => undefined),
    1000,
  );
  const rows = await rowsOf(page).catch((e) => String(e));
  clearInterval(poll);
  console.log(Date.now() - t, rows);
  console.log(await page.locator('.result').innerText());
  t = Date.now();
  await page
    .getByRole('textbox', { name: 'Source' })
    .fill((await page.getByRole('textbox', { name: 'Source' }).inputValue()) + '\n');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Checking').waitFor();
  console.log(await rowsOf(page), Date.now() - t);
  console.log(site.problems);
  site.problems.length = 0;
});
