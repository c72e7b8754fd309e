import type { Browser, Page } from '@playwright/test';
import {
  createPerson,
  expect,
  expectAccessible,
  readCode,
  readMail,
  signIn,
  test,
} from './fixtures.ts';

/** The same journey in both languages; the words are what a person reads there. */
const languages = {
  en: {
    locale: 'en-GB',
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    register: 'Create account',
    projectName: 'Project name',
    createProject: 'Create project',
    add: 'Add',
    goOn: 'Continue',
    team: 'Invite your team',
    plan: 'Choose a plan',
    teamPlan: /^Team/,
    payment: 'Payment',
    pay: 'Pay with the test provider',
    paid: 'Paid for with the test provider',
    connectors: 'Connect your data',
    sample: /Look around with sample data/,
    verification: 'Verify your address',
    code: 'Six-digit code',
    verified: 'Address verified',
    invited: 'Invitations are on their way to',
    own: 'is your own address',
    open: 'Open Causeway',
    welcome: 'Welcome, Grace',
    accept: 'Accept invitation',
    joined: 'You are now a member of Compilers.',
    steps: 'Steps',
    teamStep: 'Team',
  },
  de: {
    locale: 'de-DE',
    name: 'Dein Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    register: 'Konto erstellen',
    projectName: 'Projektname',
    createProject: 'Projekt erstellen',
    add: 'Hinzufügen',
    goOn: 'Weiter',
    team: 'Team einladen',
    plan: 'Tarif wählen',
    teamPlan: /^Team/,
    payment: 'Zahlung',
    pay: 'Mit dem Testanbieter bezahlen',
    paid: 'beim Testanbieter bezahlt',
    connectors: 'Daten verbinden',
    sample: /Mit Beispieldaten umsehen/,
    verification: 'Bestätige deine Adresse',
    code: 'Sechsstelliger Code',
    verified: 'Adresse bestätigt',
    invited: 'Einladungen sind unterwegs an',
    own: 'ist deine eigene Adresse',
    open: 'Causeway öffnen',
    welcome: 'Willkommen, Grace',
    accept: 'Einladung annehmen',
    joined: 'Du bist jetzt Mitglied von Compilers.',
    steps: 'Schritte',
    teamStep: 'Team',
  },
} as const;
type Words = (typeof languages)[keyof typeof languages];

async function openIn(browser: Browser, words: Words): Promise<Page> {
  const { baseURL = '' } = test.info().project.use;
  const context = await browser.newContext({ locale: words.locale, baseURL });
  return context.newPage();
}

/** The heading of a step, on both tabs, also after a reload of the first. */
async function expectStep(tabs: Page[], name: string): Promise<void> {
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await tabs[0]!.reload();
  await expect(tabs[0]!.getByRole('heading', { name, level: 1 })).toBeVisible();
}

for (const [language, words] of Object.entries(languages)) {
  test(`TEAM-4 a new person sets up step by step, in two tabs and over reloads, and a second joins (${language})`, async ({
    browser,
    request,
  }) => {
    const guest = await createPerson(request, { name: 'Second Person' });
    const email = `grace-${crypto.randomUUID()}@example.test`;
    const page = await openIn(browser, words);
    await page.goto('/guest/register');
    await page.getByRole('textbox', { name: words.name }).fill('Grace Hopper');
    await page.getByRole('textbox', { name: words.email }).fill(email);
    await page.getByRole('textbox', { name: words.password }).fill('a password for journeys');
    await page.getByRole('button', { name: words.register }).click();
    await expect(page.getByRole('textbox', { name: words.projectName })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/onboarding');
    await page.reload();
    await page.getByRole('textbox', { name: words.projectName }).fill('Compilers');
    await page.getByRole('button', { name: words.createProject }).click();

    await expectStep([page, other], words.team);
    await page.getByRole('textbox', { name: words.email }).fill(guest.email);
    await page.getByRole('button', { name: words.add, exact: true }).click();
    await expect(other.getByRole('listitem').filter({ hasText: guest.email })).toBeVisible();
    await expectAccessible(page);
    // Not added, but typed: going on takes it along.
    await page.getByRole('textbox', { name: words.email }).fill(email);
    await page.getByRole('button', { name: words.goOn }).click();

    await expectStep([page, other], words.plan);
    // Not `check`: what is chosen shows once it is kept, which both tabs are told.
    await page.getByRole('radio', { name: words.teamPlan }).click();
    await expect(page.getByRole('radio', { name: words.teamPlan })).toBeChecked();
    await expect(other.getByRole('radio', { name: words.teamPlan })).toBeChecked();
    await page.getByRole('button', { name: words.goOn }).click();

    await expectStep([page, other], words.payment);
    await page.getByRole('button', { name: words.pay }).click();
    await expect(other.getByText(words.paid)).toBeVisible();
    await page.getByRole('button', { name: words.goOn }).click();

    await expectStep([page, other], words.connectors);
    await page.getByRole('button', { name: words.sample }).click();
    await expect(other.getByRole('listitem').filter({ hasText: 'Shop' })).toBeVisible();
    await page.getByRole('button', { name: words.goOn }).click();

    await expectStep([page, other], words.verification);
    await page.getByLabel(words.code).fill(await readCode(request, email));
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: words.verified })).toBeVisible();
      await expect(tab.getByText(`${words.invited} ${guest.email}`)).toBeVisible();
      await expect(tab.getByText(`${email} ${words.own}`)).toBeVisible();
    }
    await page.getByRole('button', { name: words.open }).click();
    await expect(page.getByRole('heading', { name: words.welcome })).toBeVisible();

    await expect(async () =>
      expect(await readMail(request, guest.email)).toContain('invitation='),
    ).toPass();
    const link = /https?:\/\/\S+invitation=\S+/.exec(await readMail(request, guest.email))?.[0];
    const second = await openIn(browser, words);
    await signIn(second, guest.token);
    const { pathname, search } = new URL(link ?? '');
    await second.goto(pathname + search);
    await second.getByRole('button', { name: words.accept }).click();
    await expect(second.getByText(words.joined)).toBeVisible();
    await page.context().close();
    await second.context().close();
  });
}

test('TEAM-4 who leaves goes on in another browser where they were, and may go back', async ({
  browser,
  page,
  request,
}) => {
  const person = await createPerson(request, { verified: false });
  await signIn(page, person.token);
  await page.goto('/onboarding');
  await page.getByRole('textbox', { name: 'Project name' }).fill('Orbits');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('button', { name: 'Do this later' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  // What is free needs no payment.
  await expect(page.getByRole('heading', { name: languages.en.connectors })).toBeVisible();

  const elsewhere = await openIn(browser, languages.en);
  await signIn(elsewhere, person.token);
  await elsewhere.goto('/onboarding');
  await expect(elsewhere.getByRole('heading', { name: languages.en.connectors })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Back' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await elsewhere.goto('/onboarding?step=connectors');
  await elsewhere.getByRole('button', { name: 'A Postgres database' }).click();
  for (const [field, value] of Object.entries({
    Name: 'Mine',
    Host: 'db.example.test',
    Database: 'shop',
    User: 'reader',
    Password: 'a password of the database',
  })) {
    await elsewhere.getByRole('textbox', { name: field, exact: true }).fill(value);
  }
  await elsewhere.getByRole('button', { name: 'Keep it' }).click();
  await expect(elsewhere.getByRole('listitem').filter({ hasText: 'Mine' })).toBeVisible();
  await elsewhere.context().close();
});

test('TEAM-4 NAV-5 the first steps take a keyboard alone, and what can’t be connected says why and where to mend it', async ({
  page,
  request,
}) => {
  const person = await createPerson(request, { verified: false });
  await signIn(page, person.token);
  await page.goto('/onboarding');
  await expect(page.getByRole('textbox', { name: 'Project name' })).toBeFocused();
  await page.keyboard.type('Orbits');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();

  const headers = { authorization: `Bearer ${person.token}` };
  const [project] = await (await request.get('/projects', { headers })).json();
  const config = { client: 'pg', host: '10.0.0.7', port: 5432, database: 'a', user: 'a' };
  const made = await request.post(`/api/connectors/v1/${project.id}`, {
    headers,
    data: { name: 'Telescope', implementation: 'sql', config, secrets: { password: 'a' } },
  });
  expect(made.status(), await made.text()).toBe(200);

  await page.goto('/onboarding?step=verification');
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  const code = await readCode(request, person.email);
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That code is not right.')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(code);
  const told = page.getByRole('listitem').filter({ hasText: 'Telescope' });
  await expect(told).toContainText('Not connected');
  await expect(told).toContainText('leads to a private address');
  const name = await told.getByText('Telescope', { exact: true }).boundingBox();
  expect(name?.height, 'the name stands on one line').toBeLessThan(30);
  await told.getByRole('link', { name: 'Look at its settings' }).click();
  await expect(page.getByRole('heading', { name: 'Telescope' })).toBeVisible();

  await page.goto('/explore');
  await expect(page.getByText('Check the address under Settings')).toBeVisible();
  await page.getByRole('link', { name: 'Check the connection' }).click();
  await expect(page.getByRole('heading', { name: 'Telescope' })).toBeVisible();
});
