import type { APIRequestContext, Page } from '@playwright/test';
import {
  createPerson,
  demo,
  expect,
  expectAccessible,
  logIn,
  type Person,
  type Project,
  readMail,
  restBetweenTaps,
  signIn,
  test,
} from './fixtures.ts';

const PASSWORD = 'canary-Pw/9@x';
const url = `postgres://ann:${encodeURIComponent(PASSWORD)}@127.0.0.1:5432/bakery?sslmode=require`;

test('CONN-2, CONN-3, CONN-5 a database is added by its address, and a test names the failing step', async ({
  signedIn: page,
  project,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/settings/connectors');
  await page.getByRole('link', { name: 'Add PostgreSQL' }).click();
  const pasted = page.getByLabel('Paste a connection URL');
  await pasted.fill(url);
  await pasted.press('Enter');
  await expect(pasted).toHaveValue('');
  await expect(page.getByLabel('Host')).toHaveValue('127.0.0.1');
  await expect(page.getByLabel('Database')).toHaveValue('bakery');
  await expect(page.getByLabel('User')).toHaveValue('ann');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await expect(page.getByLabel('Encryption (TLS)')).toHaveValue('require');

  await page.getByRole('button', { name: 'Test connection' }).click();
  const steps = page.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem');
  await expect(steps.first()).toContainText('private address');
  await expect(steps.first()).toContainText('EGRESS_ALLOW_DATA=');
  await expect(steps.first()).toContainText('Whoever runs this installation adds that line');
  await expect(steps.nth(1)).toContainText('Not reached');
  await expect(page.getByText('The test failed at DNS')).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();

  await expect(page.getByRole('heading', { name: 'bakery', level: 1 })).toBeVisible();
  await expect(page.getByText('Failed at DNS')).toBeVisible();
  await expect(page.getByText('Set', { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(project.name).toBeTruthy();
  expect(await page.content()).not.toContain(PASSWORD);
  expect(addresses.filter((address) => /canary|ann%3A|ann:/.test(address))).toEqual([]);
});

test('CONN-3 a form that is not complete says so at each field, and is accessible', async ({
  signedIn: page,
  project,
}) => {
  await page.goto('/settings/connectors');
  await expect(page.getByRole('heading', { name: 'Connect your data' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add PostgreSQL' }).click();
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect(page.getByText('Required')).toHaveCount(4);
  await expectAccessible(page);
  expect(project.name).toBeTruthy();
});

test('CONN-2 an address of something else is refused with a reason, and stays to be corrected', async ({
  signedIn: page,
  project,
}) => {
  await page.goto('/settings/connectors?add=sql');
  const pasted = page.getByLabel('Paste a connection URL');
  await pasted.fill('mysql://ann:pw@db.example.com/shop');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(page.getByText('That is no connection URL')).toBeVisible();
  await expect(pasted).toHaveValue('mysql://ann:pw@db.example.com/shop');

  await pasted.fill('s3://AKIA:sec@media?endpoint=https://s3.example.com&region=eu-west-1');
  await pasted.press('Enter');
  await expect(page).toHaveURL(/add=s3/);
  await expect(page.getByLabel('Bucket', { exact: true })).toHaveValue('media');
  await expect(page.getByLabel('Endpoint')).toHaveValue('https://s3.example.com');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/add=/);
  await page.getByRole('link', { name: 'Add S3 bucket' }).click();
  await expect(page.getByLabel('Bucket', { exact: true })).toHaveValue('media');
  expect(project.name).toBeTruthy();
});

test('CONN-3, CONN-5 a connector is renamed, moved with its password typed again, and given a new one', async ({
  signedIn: page,
  request,
  person,
  project,
}) => {
  const connector = await createConnector(request, person, project);
  await page.goto(`/settings/connectors/${connector.id}`);
  await page.getByLabel('Name').fill('Bakery ledger');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bakery ledger', level: 1 })).toBeVisible();

  await page.getByLabel('Host').fill('10.0.0.7');
  await expect(page.getByText('Enter the password again')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('10.0.0.7/bakery')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Replace password' }).click();
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD} new`);
  const replaced = page.waitForResponse((answer) => answer.url().endsWith('/secrets'));
  await page.getByRole('button', { name: 'Save new secret' }).click();
  expect((await replaced).status()).toBe(200);
  expect(await (await replaced).text()).not.toContain('canary');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Bakery ledger');
  expect(await page.content()).not.toContain('canary');
});

test('CONN-3 a connector becomes read-only at once, and Undo takes it back', async ({
  signedIn: page,
  request,
  person,
  project,
}) => {
  const connector = await createConnector(request, person, project);
  await page.goto(`/settings/connectors/${connector.id}`);
  const readOnly = page.getByRole('switch', { name: 'Never write through this connector' });
  await expect(readOnly).not.toBeChecked();
  await readOnly.click();
  await expect(readOnly).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(readOnly).not.toBeChecked();
  const told = page.getByText('“bakery” is read-only now.');
  await expect(told).toHaveCount(0);

  await readOnly.click();
  await expect(told).toBeVisible();
  await page.getByRole('link', { name: 'Connectors' }).first().click();
  const card = page.getByRole('article');
  await expect(card.getByText('Read-only')).toBeVisible();
  await card.getByRole('button', { name: 'Test bakery' }).click();
  await expect(card.getByText('Failed at DNS')).toBeVisible();
});

test('CONN-3 deleting a connector lists what depends on it and wants its name typed', async ({
  signedIn: page,
  request,
  person,
  project,
}) => {
  const connector = await createConnector(request, person, project);
  await page.goto(`/settings/connectors/${connector.id}`);
  // On a slow line the pin is shown before the server has it.
  const lineIsFree = Promise.withResolvers<void>();
  await page.route('**/user', async (route) => {
    if (route.request().method() === 'PATCH') await lineIsFree.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Pin this page' }).click();
  await expect(page.getByRole('button', { name: 'Options of pin bakery' })).toBeAttached();
  await page.getByRole('button', { name: 'Delete connector' }).click();
  lineIsFree.resolve();
  const dialog = page.getByRole('dialog', { name: 'Delete connector bakery?' });
  await expect(dialog.getByText('The pin “bakery”')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete connector' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('bakery');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete connector' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your data' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Connect your data' })).toBeVisible();
});

test('CONN-3 who may not change connectors sees them, and why', async ({
  page,
  request,
  person,
  project,
}) => {
  const connector = await createConnector(request, person, project);
  const viewer = await addViewer(request, person, project);
  await signIn(page, viewer.token);
  await page.goto('/settings/connectors');
  await expect(page.getByRole('article').getByRole('link', { name: 'bakery' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add connector' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Test bakery' })).toHaveCount(0);
  await page.goto(`/settings/connectors/${connector.id}`);
  await expect(page.getByText('Your role here is viewer.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete connector' })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('the sample database', () => {
  test.describe.configure({ mode: 'serial' });

  test.beforeEach(async ({ page, request }) => {
    await signIn(page, (await logIn(request, demo)).token);
  });

  test('CONN-3 a table gets an alias and is hidden, by name and by pattern', async ({ page }) => {
    await openSample(page, 'tables');
    const alias = page.getByRole('textbox', { name: 'Alias of coupons' });
    await expect(alias).toBeVisible();
    await expectAccessible(page);

    await alias.fill('Vouchers');
    await alias.press('Enter');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByRole('link', { name: 'Vouchers' })).toBeVisible();
    await page.getByRole('button', { name: 'Hide coupons' }).click();
    await expect(page.getByRole('button', { name: 'Show coupons' })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Vouchers' })).toHaveCount(0);
    await restBetweenTaps(page);
    await page.getByRole('button', { name: 'Show coupons' }).click();
    await expect(sidebar.getByRole('link', { name: 'Vouchers' })).toBeVisible();

    await page.getByLabel('Hide by pattern').fill('coup*');
    await expect(page.getByText('Hides 1 table')).toBeVisible();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(sidebar.getByRole('link', { name: 'Vouchers' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Stop hiding coup*' }).click();
    await expect(sidebar.getByRole('link', { name: 'Vouchers' })).toBeVisible();

    await page.getByRole('button', { name: 'Keep coupons from the assistant' }).click();
    await expect(page.getByText('not for the assistant', { exact: true })).toBeVisible();
    await restBetweenTaps(page);
    await page.getByRole('button', { name: 'Let the assistant read coupons' }).click();
    await expect(page.getByText('not for the assistant', { exact: true })).toHaveCount(0);

    await alias.fill('');
    await alias.press('Enter');
    await expect(sidebar.getByRole('link', { name: 'coupons' })).toBeVisible();
  });

  test('CONN-3 a column gets an alias, and a table the column that names its rows', async ({
    page,
  }) => {
    await openSample(page, 'columns');
    const table = page.getByRole('combobox', { name: 'Table' });
    await table.fill('orders');
    const alias = page.getByRole('textbox', { name: 'Alias of orders.customer_id' });
    await alias.fill('Customer');
    await alias.press('Enter');
    const label = (column: string) =>
      page.getByRole('radio', { name: `Rows are named by ${column}`, exact: true });
    await expect(label('number')).toBeChecked();
    await label('channel').click();
    await expect(label('channel')).toBeChecked();
    await expectAccessible(page);
    await page.reload();
    await table.fill('orders');
    await expect(label('channel')).toBeChecked();
    await label('number').click();
    await expect(label('number')).toBeChecked();
    // Every alias is listed, whichever table is chosen.
    await table.fill('');
    await expect(alias).toHaveValue('Customer');
    const remove = page.getByRole('button', { name: 'Remove the alias of orders.customer_id' });
    await remove.click();
    await expect(alias).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(alias).toHaveValue('Customer');
    await restBetweenTaps(page);
    await remove.click();
    await expect(alias).toHaveCount(0);
  });

  test('CONN-3 the safety of the role is told in words, with a script for a smaller one', async ({
    page,
  }) => {
    await openSample(page, 'safety');
    await expect(page.getByRole('heading', { name: /What the role “.+” may do/ })).toBeVisible();
    const rows = page.getByRole('textbox', { name: 'Most rows of a result' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await rows.fill('5000');
    await save.click();
    await expect(save).toBeDisabled();
    await page.reload();
    await expect(rows).toHaveValue('5000');
    await rows.fill('');
    await save.click();
    await expect(save).toBeDisabled();
    await expect(page.getByText('create role causeway_reader')).toBeVisible();
    await page.getByRole('textbox', { name: 'Role for who may only read' }).fill('nobody');
    await page.getByRole('button', { name: 'Save the role' }).click();
    await expect(page.getByText('There is no role of that name in the database.')).toBeVisible();
    await expectAccessible(page);
  });

  test('CONN-3 a test of a working connection passes every step', async ({ page }) => {
    await openSample(page, 'connection');
    await page.getByRole('button', { name: 'Test connection' }).click();
    const steps = page.getByRole('list', { name: 'Steps of the test' });
    await expect(steps.getByRole('img', { name: 'Passed' })).toHaveCount(4);
    await expect(steps.getByRole('img', { name: 'Failed' })).toHaveCount(0);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  });
});

/** The sample shop's page, with the shop as the current connector of the sidebar. */
async function openSample(page: Page, tab: string): Promise<void> {
  await page.goto('/settings/connectors');
  await page.getByRole('button', { name: /^Connector: / }).click();
  await page.getByRole('button', { name: 'Shop', exact: true }).click();
  await page.getByRole('article').getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('tab', { name: new RegExp(`^${tab}$`, 'i') }).click();
  await expect(page).toHaveURL(new RegExp(`tab=${tab}|connectors/[\\w-]+$`));
}

async function createConnector(
  request: APIRequestContext,
  owner: Person,
  project: Project,
): Promise<{ id: string }> {
  const answer = await request.post(`/api/connectors/v1/${project.id}`, {
    headers: { authorization: `Bearer ${owner.token}` },
    data: {
      implementation: 'sql',
      name: 'bakery',
      config: { client: 'pg', host: '127.0.0.1', port: 5432, user: 'ann', database: 'bakery' },
      secrets: { password: PASSWORD },
    },
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function addViewer(
  request: APIRequestContext,
  owner: Person,
  project: Project,
): Promise<Person> {
  const viewer = await createPerson(request, { name: 'Vic' });
  const invited = await request.post(`/api/members/v1/${project.id}/invitations`, {
    headers: { authorization: `Bearer ${owner.token}` },
    data: { email: viewer.email, role: 'viewer' },
  });
  expect(invited.status()).toBe(200);
  await expect(async () => {
    const mail = await readMail(request, viewer.email);
    const token = /invitation=([\w-]+)/.exec(mail)?.[1] ?? '';
    const accepted = await request.post('/api/members/v1/invitations/accept', {
      headers: { authorization: `Bearer ${viewer.token}` },
      data: { token },
    });
    expect(accepted.status()).toBe(200);
  }).toPass();
  return viewer;
}
