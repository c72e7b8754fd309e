import { expect, expectAccessible, signIn } from './fixtures.ts';
import { createSampleMember, test } from './sample.ts';

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
    const area = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
      name: 'Automations',
      exact: true,
    });
    await expect(area.first()).toHaveAttribute('aria-current', 'true');
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

test('AUTO-5 a workflow is drawn, set up and published with the keyboard alone', async ({
  inSample: page,
}) => {
  const name = `By keys ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/automations/workflows');

  await test.step('a dialog that is given up leaves the focus where it was asked for', async () => {
    const ask = page.getByRole('button', { name: 'New workflow' }).first();
    await ask.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'New workflow' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ask).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.insertText(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  const add = async (words: string) => {
    await page.keyboard.press('+');
    await expect(page.getByRole('searchbox', { name: 'Find a step' })).toBeFocused();
    await page.keyboard.insertText(words);
    await page.keyboard.press('Enter');
  };

  await test.step('a step that was added is set up at once, and Escape goes back to it', async () => {
    await page.locator('#part-start').focus();
    await add('query rows');
    const panel = page.getByRole('region', { name: 'Settings of Query rows' });
    await expect(panel.getByLabel('Connector')).toBeFocused();
    await page.keyboard.press('S');
    await expect(panel.getByLabel('Connector').locator('option:checked')).toHaveText('Shop');
    // The editor of SQL is loaded with the first field that has some.
    await expect(panel.getByRole('textbox', { name: 'SQL' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('textbox', { name: 'SQL' })).toBeFocused();
    await page.keyboard.insertText('select 1 as one');
    // A list of completions that is open does not keep the focus.
    await expect(page.getByRole('listbox', { name: 'Completions' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.locator('#part-query')).toBeFocused();
  });

  await test.step('a second one follows it; deleting and taking back stay on the canvas', async () => {
    await add('set fields');
    const panel = page.getByRole('region', { name: 'Settings of Set fields' });
    await expect(panel.getByRole('textbox').first()).toBeFocused();
    await page.keyboard.insertText('found');
    await page.keyboard.press('Escape');
    await expect(page.locator('#part-set')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(page.locator('#part-query')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.locator('#part-set')).toBeVisible();
  });

  await test.step('it is published', async () => {
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Publish ${name}` });
    await expect(dialog.getByLabel('What changed')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('version 1 runs')).toBeVisible();
  });
});

test('AUTO-1 what was answered in the wizard outlives a reload, and what is missing is marked', async ({
  inSample: page,
}) => {
  await page.goto('/automations/workflows/wizard');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByText('Write what is looked for.')).toBeVisible();
  await expect(page.getByText('Give it a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Query' }).focus();
  await page.keyboard.insertText('select 1 as one');
  await page.getByLabel('Name').fill('Kept over a reload');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveText('select 1 as one');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kept over a reload' })).toBeVisible();
  await page.goto('/automations/workflows/wizard');
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('AUTO-6 a credential that can not be stored says which field is wrong', async ({
  inSample: page,
}) => {
  await page.goto('/automations/credentials');
  await page.getByRole('button', { name: 'Add credential' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add credential' });
  await dialog.getByLabel('Name').fill('Signature');
  await dialog.getByLabel('Kind').selectOption('Secret for webhook signatures');
  await dialog.getByRole('textbox', { name: 'Secret, at least' }).fill('short');
  await dialog.getByRole('button', { name: 'Store' }).click();
  await expect(dialog.getByText('At least 16 characters.')).toBeVisible();
});

test('AUTO-1 a project without workflows is told what they are, and begins one where it is told', async ({
  signedIn: page,
  project,
}) => {
  await page.goto(`/automations?projectId=${project.id}`);
  await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New workflow' }).click();
  const dialog = page.getByRole('dialog', { name: 'New workflow' });
  await dialog.getByLabel('Name').fill('The first');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The first' })).toBeVisible();
  await page.goto(`/automations?projectId=${project.id}`);
  await expect(page.getByRole('heading', { name: 'Comes next' })).toBeVisible();
});

test('AUTO-5 the address of a webhook is shown to who may start its workflow, and viewers are told so', async ({
  inSample: page,
  request,
}) => {
  const name = `Called ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/automations/workflows');
  await page.getByRole('button', { name: 'New workflow' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New workflow' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Starts').selectOption('On a call (webhook)');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const trigger = page.getByText('On a call (webhook)').first();
  await trigger.click();
  await expect(page.getByLabel('Address to call')).toHaveValue(/\/api\/hooks\/v1\//);
  const viewer = await createSampleMember(request, { role: 'viewer' });
  await signIn(page, viewer.token);
  await page.reload();
  await trigger.click();
  await expect(
    page.getByText('Only people who may start the workflow see its address'),
  ).toBeVisible();
  await expectAccessible(page);
});
