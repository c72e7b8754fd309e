import { AxeBuilder } from '@axe-core/playwright';
import {
  type APIRequestContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';

export type Person = { id: string; email: string; password: string; token: string };
export type Project = { id: string; name: string };

export const demo = { email: 'demo@causeway.test', password: 'causeway-demo' };
export const staff = { email: 'staff@causeway.test', password: 'causeway-staff' };

type Fixtures = {
  /** A new, verified account. */
  person: Person;
  /** A project the person owns. */
  project: Project;
  /** The page, signed in as the person. */
  signedIn: Page;
  /** What a journey that failed was waiting for is told with it. */
  unanswered: void;
};

export const test = base.extend<Fixtures>({
  person: async ({ request }, use) => use(await createPerson(request)),
  project: async ({ request, person }, use) => use(await createProject(request, person)),
  signedIn: async ({ page, person }, use) => {
    await signIn(page, person.token);
    await use(page);
  },
  unanswered: [
    async ({ page }, use, info) => {
      const open = new Set<Request>();
      const problems: string[] = [];
      page.on('request', (request) => open.add(request));
      page.on('requestfinished', (request) => open.delete(request));
      page.on('requestfailed', (request) => open.delete(request));
      page.on('pageerror', ({ stack = '' }) => problems.push(stack));
      await use();
      if (info.status === info.expectedStatus) return;
      const requests = [...open].map((request) => `${request.method()} ${request.url()}`);
      const body = ['Without an answer:', ...requests, 'Errors:', ...problems].join('\n');
      await info.attach('what it waited for', { body, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

export { expect };

/** Puts the token where the web application keeps it. */
export async function signIn(page: Page, token: string): Promise<void> {
  const url = test.info().project.use.baseURL ?? '';
  await page.context().addCookies([{ name: 'token', value: token, url }]);
}

export async function logIn(
  request: APIRequestContext,
  credentials: { email: string; password: string },
): Promise<{ user: { id: string }; token: string }> {
  const answer = await request.post('/auth/login', { data: credentials });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Registers as people do, and verifies with the code that staff find among the kept mails. */
export async function createPerson(
  request: APIRequestContext,
  wanted: { verified?: boolean; name?: string } = {},
): Promise<Person> {
  const email = `e2e-${crypto.randomUUID()}@example.test`;
  const password = 'a password for journeys';
  const registered = await request.post('/api/auth/v1/register', {
    data: { email, password, name: wanted.name ?? 'Ada Lovelace' },
  });
  expect(registered.status(), await registered.text()).toBe(200);
  const { user, token } = await registered.json();
  if (wanted.verified ?? true) {
    const code = await readCode(request, email);
    const verified = await request.post('/api/auth/v1/verification/code', {
      data: { code },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(verified.status()).toBe(200);
  }
  return { id: user.id, email, password, token };
}

/** Staff sign in once a worker: checking a password takes its time on purpose. */
let staffToken: Promise<string> | undefined;

function readStaffToken(request: APIRequestContext): Promise<string> {
  staffToken ??= logIn(request, staff).then(({ token }) => token);
  return staffToken;
}

/** The newest mail to an address. */
export async function readMail(request: APIRequestContext, email: string): Promise<string> {
  const token = await readStaffToken(request);
  let text = '';
  await expect(async () => {
    const answer = await request.get('/api/staff/v1/mails?limit=200', {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await answer.json()) as { items: { to: string; text: string }[] };
    text = page.items.find((mail) => mail.to === email)?.text ?? '';
    expect(text).not.toBe('');
  }).toPass();
  return text;
}

export async function readCode(request: APIRequestContext, email: string): Promise<string> {
  const code = /\b\d{6}\b/.exec(await readMail(request, email))?.[0];
  expect(code).toBeDefined();
  return code ?? '';
}

export async function createProject(
  request: APIRequestContext,
  owner: Person,
  name = 'Bakery',
): Promise<Project> {
  const answer = await request.post('/api/projects/v1', {
    data: { name },
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** What another theme or language can break of a page that is made the same way. */
export const rulesOfColoursAndWords = [
  'color-contrast',
  'link-in-text-block',
  'html-has-lang',
  'html-lang-valid',
  'valid-lang',
  'document-title',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'empty-heading',
  'empty-table-header',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'role-img-alt',
  'select-name',
  'summary-name',
  'svg-img-alt',
  // Longer words are cut off, or scroll, where shorter ones fitted.
  'scrollable-region-focusable',
];

/** Fails when axe finds anything serious on the page as it stands, by all its rules or some. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Colours of another theme begin to fade in with the frame after it was chosen.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  // What is dimmed while newer data is on its way, or still fading in, has too little contrast for a moment.
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document.getAnimations().every((animation) => {
        const isEndless = animation.effect?.getComputedTiming().iterations === Infinity;
        return isEndless || animation.playState !== 'running';
      }),
  );
  // In one go and without listing what is right: no page here has frames of another origin.
  const { violations } = await new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    })
    .setLegacyMode()
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(serious).toEqual([]);
}

/** Within 300 ms of a tap that wrote, another at the same place counts as the same; nobody means two. */
export async function restBetweenTaps(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 301)));
}
