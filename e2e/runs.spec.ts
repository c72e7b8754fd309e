import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { type SampleMember, test } from './sample.ts';

/** A minute of work that moves on each second. */
async function startSlowExport(request: APIRequestContext, member: SampleMember, name: string) {
  const started = await request.post('/api/exports/v1/exports', {
    headers: { authorization: `Bearer ${member.token}` },
    data: {
      connector: { id: member.shop.id },
      source: { kind: 'query', sql: 'select n, pg_sleep(1) from generate_series(1, 60) n', name },
      file: { format: 'json' },
      destination: { kind: 'kept' },
    },
  });
  expect(started.status()).toBe(200);
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`what goes on shows in the header by itself, leads to its page and is stopped from there, ${viewport.width} wide`, async ({
    inSample: page,
    member,
    request,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/chat');
    const name = `slow${viewport.width}`;
    await startSlowExport(request, member, name);
    const sign = page.getByRole('button', { name: /^Running now: [1-9]/ });
    await expect(sign).toBeVisible();
    await sign.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Running now' });
    const line = list.getByRole('listitem').filter({ hasText: `${name}.json` });
    await expect(line).toContainText('Export · Shop');
    await expect(line).toContainText(/\d+ rows? ·|\d+ of [\d,]+ rows|so far/);
    await expectAccessible(page);
    await line.getByRole('button', { name: `Cancel ${name}.json` }).click();
    await expect(line).toContainText('Cancelled');
    await line.getByRole('link', { name: `${name}.json` }).click();
    await expect(page).toHaveURL(/\/explore\/import\?.*view=activity/);
    await expect(list).toBeHidden();
  });
}
