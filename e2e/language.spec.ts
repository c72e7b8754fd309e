import { saving } from './shell.ts';
import { createPerson, createProject, expect, test } from './fixtures.ts';

test.use({ locale: 'de-DE' });

test('SET-3 in a German browser a page is in one language after signing in, and after a reload', async ({
  page,
  request,
}) => {
  const person = await createPerson(request);
  await createProject(request, person);
  await page.goto('/guest/login');
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  // The project was made for readers of English, and nobody chose otherwise.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
});

test('SET-3 a language that is chosen before signing in stays, whatever the project is in', async ({
  page,
  request,
}) => {
  const person = await createPerson(request);
  await createProject(request, person);
  await page.goto('/guest/login');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await saving(page, () => page.getByRole('button', { name: 'Anmelden', exact: true }).click());
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen');
  await expect(page.getByRole('button', { name: 'Sprache' })).toBeVisible();
});

test('SET-3 without a project the browser decides, and a project is made in the language that is read', async ({
  page,
  request,
}) => {
  const person = await createPerson(request);
  await page.goto('/guest/login');
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen');
  await page.goto('/account/workspaces');
  await page.getByRole('textbox').last().fill('Bäckerei');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Bäckerei' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen');
});
