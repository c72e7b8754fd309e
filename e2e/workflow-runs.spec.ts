import { expect, expectAccessible } from './fixtures.ts';
import { runSql, test } from './sample.ts';

test('AUTO-2 AUTO-5 a trigger for new rows says that nothing notes them yet, is put into the database before it is published, and hands rows on', async ({
  inSample: page,
  request,
  member,
}) => {
  const table = `walked_${crypto.randomUUID().slice(0, 8)}`;
  await runSql(request, member, `create table ${table} (n int4)`);

  await test.step('a template asks which table it is about', async () => {
    await page.goto('/automations/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByRole('button', { name: /^Mail for each new row/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Mail for each new row' });
    await dialog.getByRole('button', { name: 'Create the draft' }).click();
    await expect(dialog.getByText('Choose the table it is about.')).toBeVisible();
    await dialog.getByPlaceholder('Type part of a name').fill(table);
    await page.getByRole('option', { name: table }).click();
    await dialog.getByLabel('Name').fill(table);
    await dialog.getByRole('button', { name: 'Create the draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name: table })).toBeVisible();
  });

  await test.step('what is missing in the database is said and put there', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: `Publish ${table}` });
    await expect(dialog.getByText('Nothing notes the changes')).toBeVisible();
    await dialog.getByRole('button', { name: 'Put it there' }).click();
    await expect(dialog.getByText('Nothing notes the changes')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('version 1 runs')).toBeVisible();
  });

  await test.step('a row starts a run, and the panel says that all is there', async () => {
    await runSql(request, member, `insert into ${table} values (1)`);
    await page.locator('#part-row').click();
    const panel = page.getByRole('region', { name: 'Settings of On changed rows' });
    await panel.getByText('What is put into the database').click();
    await expect(panel.getByText('It is there.')).toBeVisible();
    await expect(page.getByText('Last run:')).toBeVisible();
    await expectAccessible(page);
  });
});

test('AUTO-3 AUTO-7 TEAM-8 an approval leads from the bell to its run, and nobody is asked any more once that is cancelled', async ({
  inSample: page,
  member,
  request,
}) => {
  const name = `Asks first ${crypto.randomUUID().slice(0, 8)}`;
  const path = `/api/workflows/v1/${member.project}/workflows`;
  const send = async (to: string, data: object) => {
    const headers = {
      authorization: `Bearer ${member.token}`,
      'idempotency-key': crypto.randomUUID(),
    };
    const answer = await request.post(to, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const { id, draftVersion } = await send(path, {
    name,
    definition: {
      triggers: [{ kind: 'manual', id: 'start' }],
      nodes: [{ kind: 'approval', id: 'ask', message: 'Shall it go on?' }],
      edges: [{ from: 'start', port: 'out', to: 'ask' }],
    },
  });
  await send(`${path}/${id}/publish`, { draftVersion });
  await send(`${path}/${id}/runs`, { input: {} });
  const bell = page.getByRole('button', { name: /^Inbox/ });
  const entry = page.getByRole('listitem').filter({ hasText: name });

  await test.step('what asks leads to the run', async () => {
    await page.goto('/automations');
    await bell.click();
    await expect(entry.getByRole('button', { name: /^Approve: / })).toHaveText('Approve');
    await expect(entry.getByRole('button', { name: /^Decline: / })).toHaveText('Decline');
    await entry
      .getByRole('link', { name: `${name} asks for your approval: Shall it go on?` })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `Run of ${name}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  });

  await test.step('a cancelled run asks nobody', async () => {
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await expect(page.getByRole('button', { name: /^ask\b.*Cancelled/ })).toBeVisible();
    await bell.click();
    await expect(entry).toContainText('No answer needed any more');
    await page.keyboard.press('Escape');
  });

  await test.step('what was looked for in the history outlives a reload', async () => {
    await page.goto('/automations/history');
    await page.getByRole('searchbox', { name: 'Find in errors' }).fill(name);
    await expect(page.getByRole('heading', { name: 'No such runs' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox', { name: 'Find in errors' })).toHaveValue(name);
    await page.getByRole('button', { name: 'Show all runs' }).click();
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Cancelled');
  });
});

test('AUTO-2 AUTO-7 rows that are looked for start a run, which tells in the language of the reader why it failed, and runs again', async ({
  inSample: page,
  member,
  request,
}) => {
  const table = `polled_${crypto.randomUUID().slice(0, 8)}`;
  await runSql(request, member, `create table ${table} (n int4)`);
  const path = `/api/workflows/v1/${member.project}/workflows`;
  const headers = () => ({
    authorization: `Bearer ${member.token}`,
    'idempotency-key': crypto.randomUUID(),
  });
  const send = async (to: string, data: object) => {
    const answer = await request.post(to, { headers: headers(), data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const read = async (uiLang: 'de' | null) => {
    const data = { settings: { uiLang } };
    expect((await request.patch('/user', { headers: headers(), data })).status()).toBe(200);
  };
  const { id, draftVersion } = await send(path, {
    name: table,
    definition: {
      triggers: [
        {
          kind: 'rows',
          id: 'new',
          connectorId: member.shop.id,
          table,
          everySeconds: 1,
          by: { kind: 'polling', column: 'n', lagSeconds: 0 },
        },
      ],
      nodes: [{ kind: 'filter', id: 'some', items: '{{ trigger.row }}', conditions: [] }],
      edges: [{ from: 'new', port: 'out', to: 'some' }],
    },
  });
  await send(`${path}/${id}/publish`, { draftVersion });

  await test.step('a row that appears starts a run, seen as it comes', async () => {
    await page.goto('/automations/history');
    await page.getByLabel('Workflow', { exact: true }).selectOption(table);
    await expect(page.getByRole('heading', { name: 'No such runs' })).toBeVisible();
    await expect(async () => {
      const answer = await request.get(`${path}/${id}/watches`, { headers: headers() });
      expect(await answer.json()).toMatchObject([{ lookedAt: expect.any(String) }]);
    }).toPass();
    await runSql(request, member, `insert into ${table} values (1)`);
    await expect(page.getByRole('row').nth(1)).toContainText('has to be a list.');
  });

  await test.step('why it failed is told in the language of the reader', async () => {
    await page.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('alert')).toContainText('What is filtered has to be a list.');
    await read('de');
    await expect(page.getByRole('alert')).toContainText(
      'Was gefiltert wird, muss eine Liste sein.',
    );
    await read(null);
    await expect(page.getByRole('alert')).toContainText('What is filtered has to be a list.');
  });

  await test.step('the whole of it is run again', async () => {
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    await page.getByRole('link', { name: 'an earlier run' }).click();
    await expect(page.getByRole('link', { name: 'an earlier run' })).toHaveCount(0);
  });
});
