import { type APIRequestContext, type Page, type PlaywrightWorkerArgs } from '@playwright/test';
import {
  createPerson,
  demo,
  expect,
  logIn,
  type Person,
  readMail,
  signIn,
  test as base,
} from './fixtures.ts';

type Connector = { id: string; name: string };
export type SampleMember = Person & {
  project: string;
  shop: Connector;
  media: Connector;
  /** The first dashboard that comes with the sample. */
  dashboard: string;
};

type TestFixtures = {
  /** The page, signed in as the worker's member of the sample workspace. */
  inSample: Page;
};
type WorkerFixtures = {
  /** An account of this worker's own, so that journeys through the sample never share settings. */
  member: SampleMember;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  member: [
    async ({ playwright }, use, { project }) => {
      const request = await newRequest(playwright, project.use.baseURL ?? '');
      await use(await createSampleMember(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  inSample: async ({ page, member, request }, use) => {
    await chooseShop(request, member);
    await signIn(page, member.token);
    await use(page);
  },
});

/** Whatever the journey before left chosen, each begins at the shop. */
async function chooseShop(request: APIRequestContext, member: SampleMember): Promise<void> {
  const answer = await request.patch('/user', {
    headers: { authorization: `Bearer ${member.token}` },
    data: {
      selection: { projectId: member.project, connectorIds: { [member.project]: member.shop.id } },
    },
  });
  expect(answer.status()).toBe(200);
}

/** Somebody whom the demo account invited and who followed the mailed link. */
export async function createSampleMember(
  request: APIRequestContext,
  { name = 'Mary Jackson', role = 'admin' } = {},
): Promise<SampleMember> {
  const person = await createPerson(request, { name });
  const { token } = await logIn(request, demo);
  const owner = { authorization: `Bearer ${token}` };
  const projects = await (await request.get('/projects', { headers: owner })).json();
  const sample = projects.find((project: { name: string }) => project.name === 'Sample workspace');
  const invited = await request.post(`/api/members/v1/${sample.id}/invitations`, {
    headers: owner,
    data: { email: person.email, role },
  });
  expect(invited.status()).toBe(200);
  await expect(async () => {
    const mail = await readMail(request, person.email);
    const accepted = await request.post('/api/members/v1/invitations/accept', {
      headers: { authorization: `Bearer ${person.token}` },
      data: { token: /invitation=([\w-]+)/.exec(mail)?.[1] ?? '' },
    });
    expect(accepted.status()).toBe(200);
  }).toPass();
  const [shop, media] = sample.connectors;
  const dashboards = await request.get(`/api/dashboards/v1/${sample.id}`, { headers: owner });
  const dashboard = (await dashboards.json()).find(
    ({ name }: { name: string }) => name === 'Sales at a glance',
  ).id;
  return { ...person, project: sample.id, shop, media, dashboard };
}

function newRequest(playwright: PlaywrightWorkerArgs['playwright'], baseURL: string) {
  return playwright.request.newContext({ baseURL });
}

/** Runs a statement in the sample's database, past the screens. */
export async function runSql(
  request: APIRequestContext,
  { token, shop }: SampleMember,
  sql: string,
): Promise<unknown[][]> {
  const answer = await request.post('/api/sql/v1', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    data: { sql, connector: { id: shop.id } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).rows;
}
