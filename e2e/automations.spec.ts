import { expect, expectAccessible } from './fixtures.ts';
import { test } from './sample.ts';

test.describe.configure({ timeout: 120_000 });

test('AUTO-1 AUTO-5 AUTO-7 a workflow that answers a webhook with rows of the sample is drawn, tried out, published, called, and its run is found in the history', async ({
  inSample: page,
  request,
}) => {
  const name = `Orders by status ${crypto.randomUUID().slice(0, 8)}`;

  await test.step('it begins with a name and what starts it', async () => {
    await page.goto('/automations/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Starts').selectOption('On a call (webhook)');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('a query is added, and what is missing in it is marked until it is there', async () => {
    await page.getByRole('button', { name: /^Add a step after On a call/ }).click();
    await page
      .getByRole('dialog', { name: 'Add a step' })
      .getByRole('button', { name: /^Query rows/ })
      .click();
    const panel = page.getByRole('region', { name: 'Settings of Query rows' });
    await expect(panel.getByText('This is missing.').first()).toBeVisible();
    await panel.getByLabel('Connector').selectOption('Shop');
    await panel.getByRole('textbox', { name: 'SQL' }).focus();
    await page.keyboard.insertText('select status, count(*) as orders from orders group by 1');
    await expect(panel.getByText('This is missing.')).toHaveCount(0);
  });

  await test.step('an answer follows it, and trying it out shows what comes of it', async () => {
    await page.getByRole('button', { name: /^Add a step after Query rows/ }).click();
    await page
      .getByRole('dialog', { name: 'Add a step' })
      .getByRole('button', { name: /^Answer the call/ })
      .click();
    const panel = page.getByRole('region', { name: 'Settings of Answer the call' });
    await panel.getByLabel('Body', { exact: true }).fill('{{ steps.query.output.rows }}');
    await panel.getByRole('button', { name: 'Run to here' }).click();
    await panel.getByRole('tab', { name: 'Input and output' }).click();
    await expect(panel.getByText('Done')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is published, and its address answers with the rows', async () => {
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: `Publish ${name}` });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('version 1 runs')).toBeVisible();
    await page.locator('#part-start').click();
    const url = await page.getByLabel('Address to call').inputValue();
    const answer = await request.post(new URL(url).pathname, { data: { from: 'a test' } });
    expect(answer.status(), await answer.text()).toBe(200);
    expect(JSON.stringify(await answer.json())).toContain('delivered');
  });

  await test.step('the run stands in the history with its steps', async () => {
    await page.goto('/automations/history');
    await page.getByLabel('Workflow', { exact: true }).selectOption(name);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Done');
    await expect(row).toContainText('Webhook');
    await expectAccessible(page);
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: `Run of ${name}` })).toBeVisible();
    await page.getByRole('button', { name: /^query/ }).click();
    await expect(page.getByRole('region', { name: 'query' })).toContainText('delivered');
    await expectAccessible(page);
  });
});

test('AUTO-5 AUTO-7 a template becomes a workflow, a change is replayed on its runs before it is published, and two runs are compared', async ({
  inSample: page,
}) => {
  const name = `Too many coupons ${crypto.randomUUID().slice(0, 8)}`;

  await test.step('a template asks what it is about', async () => {
    await page.goto('/automations/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByRole('button', { name: /^Tell when there are too many/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell when there are too many' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByPlaceholder('Type part of a name').click();
    await page.getByRole('option', { name: 'coupons' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create the draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  const publish = async () => {
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    return page.getByRole('dialog', { name: `Publish ${name}` });
  };
  const run = async () => {
    await page.getByRole('button', { name: 'Run now' }).click();
    await expect(page.getByText('Last run:')).toBeVisible();
    await expect(page.locator('#part-high')).toHaveAttribute('data-status', 'done');
  };

  await test.step('it is published and run', async () => {
    await (await publish()).getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('version 1 runs')).toBeVisible();
    await run();
  });

  await test.step('a change that would have told people is shown on that run, and has to be wanted', async () => {
    await page.locator('#part-high').click();
    const panel = page.getByRole('region', { name: 'Settings of If' });
    await panel.getByRole('textbox').nth(1).fill('1');
    const dialog = await publish();
    await expect(dialog.getByText('takes another way')).toBeVisible();
    await expect(dialog.getByText('would be reached')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('I have seen these differences and want them').check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('version 2 runs')).toBeVisible();
  });

  await test.step('the run of the new version stands beside the one before', async () => {
    await page.getByRole('button', { name: 'Run now' }).click();
    await expect(page.locator('#part-tell')).toHaveAttribute('data-status', 'done');
    await page.goto('/automations/history');
    await page.getByLabel('Workflow', { exact: true }).selectOption(name);
    await page.getByRole('row').filter({ hasText: name }).first().getByRole('link').click();
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare two runs' });
    await expect(dialog.getByText('2 steps differ.')).toBeVisible();
    await expect(dialog.getByText('not reached')).toBeVisible();
    await expectAccessible(page);
  });
});
