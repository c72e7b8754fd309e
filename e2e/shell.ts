import { expect, type Locator, type Page } from '@playwright/test';

export function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

/** Does something and waits until the server has taken the change it makes. */
export async function saving(page: Page, act: () => Promise<unknown>): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().endsWith('/user'),
  );
  await act();
  expect((await saved).status()).toBe(200);
}
