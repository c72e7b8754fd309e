import { createPerson, expect, expectAccessible, signIn, test } from './fixtures.ts';

test('TEAM-5 TEAM-9 SHELL-4 somebody tops up, books a plan, cancels it, finds every credit in the ledger, and is told what rests at the spend cap', async ({
  page,
  request,
}) => {
  const person = await createPerson(request);
  const headers = { authorization: `Bearer ${person.token}` };
  const made = await request.post('/api/projects/v1', { data: { name: 'Paid work' }, headers });
  expect(made.status()).toBe(200);
  await signIn(page, person.token);
  await page.goto('/account/billing');
  await expect(page.getByText('4,000.00 credits', { exact: true })).toBeVisible();
  await expect(page.getByText('Test provider').first()).toBeVisible();

  await page.getByRole('button', { name: '500 credits for €5' }).click();
  const payment = page.getByRole('region', { name: 'Payment' });
  await payment.getByRole('button', { name: 'Let it be declined' }).click();
  await expect(payment.getByRole('alert')).toHaveText('The payment was declined.');
  await payment.getByRole('button', { name: 'Pay with the test provider' }).click();
  await expect(page.getByText('4,500.00 credits', { exact: true })).toBeVisible();

  await page.getByRole('radio', { name: /^Team/ }).check();
  await page.getByRole('button', { name: 'Book for €12 a month' }).click();
  await payment.getByRole('button', { name: 'Pay with the test provider' }).click();
  await expect(page.getByText('5,500.00 credits', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Team with one seat\. Renews on/)).toBeVisible();

  await page.getByRole('radio', { name: /^Free/ }).check();
  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Nothing is deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(page.getByText(/^Team with one seat\. Ends on/)).toBeVisible();
  await expectAccessible(page);

  const invoices = page.getByRole('region', { name: 'Invoices' });
  const saved = page.waitForEvent('download');
  await invoices.getByRole('button', { name: 'Save TEST-0001 as PDF' }).click();
  expect((await saved).suggestedFilename()).toBe('TEST-0001.pdf');

  await page.goto('/account/usage');
  const ledger = page.getByRole('region', { name: 'Every line of your credits' });
  await expect(ledger.getByRole('row')).toHaveCount(4);
  await expect(ledger.getByRole('row').nth(1)).toContainText('5,500.00');
  await expectAccessible(page);

  await page.goto('/account/billing');
  const cap = page.getByRole('textbox', { name: 'Spend cap a month, in credits' });
  await cap.fill('0');
  await cap.press('Enter');
  const banner = page.getByRole('complementary', { name: 'Credits' });
  await expect(banner).toContainText('The spend cap of this month is reached');
  await banner.getByRole('button', { name: 'What now?' }).click();
  const told = page.getByRole('dialog', { name: 'The spend cap is reached' });
  await expect(told.getByText(/^Looking, editing, importing and exporting/)).toBeVisible();
  await expect(told.getByText(/new runs are kept/)).toBeVisible();
  await told.getByRole('link', { name: 'Raise the cap' }).click();
  await cap.fill('50');
  await cap.press('Enter');
  await expect(banner).toBeHidden();
});
