import { addressIn, areas, mainHeading, scopeOf } from './addresses.ts';
import { createPerson, createProject, expect, logIn, demo, signIn } from './fixtures.ts';
import { jumpTo } from './jump-to.ts';
import { test } from './sample.ts';
import { saving } from './shell.ts';

test('NAV-1.1 NAV-1.2 every page has code of its own, loaded when it is opened, not before', async ({
  inSample: page,
  member,
}) => {
  // It opens every page there is.
  test.slow();
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const [, file] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (file) loaded.add(file);
  });
  await page.goto('/');
  await expect(mainHeading(page, /^Welcome/)).toBeVisible();
  const firstOfEachChunk = Object.values(areas)
    .flat()
    .filter(({ chunk }, place, all) => all.findIndex((one) => one.chunk === chunk) === place);
  for (const { path, chunk } of firstOfEachChunk.slice(1)) {
    expect([...loaded], `before ${path}`).not.toContain(chunk);
    await jumpTo(page, addressIn(member, path));
    await expect.poll(() => [...loaded], `after ${path}`).toContain(chunk);
  }
});

test('NAV-1.1 a page opens at its top, stays where it is while its address narrows it, and going back returns', async ({
  inSample: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 300 });
  const place = () => page.locator('#page').evaluate(({ scrollTop }) => scrollTop);
  await page.goto('/account/personal');
  await expect(mainHeading(page, 'Personal settings')).toBeVisible();
  await page.locator('#page').evaluate((main) => main.scrollTo({ top: 200 }));
  await expect.poll(place).toBe(200);
  await jumpTo(page, '/account/personal?shown=1');
  await expect(page).toHaveURL(/shown=1/);
  await expect.poll(place).toBe(200);
  await jumpTo(page, '/account');
  await expect(mainHeading(page, 'Account')).toBeVisible();
  expect(await place()).toBe(0);
  await page.goBack();
  await expect(mainHeading(page, 'Personal settings')).toBeVisible();
  await expect.poll(place).toBe(200);
});

test.describe('project and connector in the address', () => {
  test('NAV-3 what is missing is filled in, and the rest of the query and the fragment survive', async ({
    inSample: page,
    member,
  }) => {
    await page.goto(`/explore/orders?filter=a%2Bb&connectorId=${member.shop.id}&tag=1&tag=2#row-7`);
    await expect(mainHeading(page, 'orders')).toBeVisible();
    const { searchParams, hash } = new URL(page.url());
    expect(searchParams.get('projectId')).toBe(member.project);
    expect(searchParams.get('connectorId')).toBe(member.shop.id);
    expect(searchParams.get('filter')).toBe('a+b');
    expect(searchParams.getAll('tag')).toEqual(['1', '2']);
    expect(hash).toBe('#row-7');
  });

  test('NAV-3 going back skips the address without ids', async ({ inSample: page }) => {
    await page.goto('/chat');
    await jumpTo(page, '/sql/editor');
    await expect(mainHeading(page, 'SQL editor')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/chat');
  });

  test('NAV-3 NAV-4 without project or connector the address says null', async ({
    page,
    request,
  }) => {
    const person = await createPerson(request);
    await signIn(page, person.token);
    await page.goto('/sql/editor');
    await expect(page).toHaveURL('/sql/editor?projectId=null&connectorId=null');
    await expect(page).toHaveTitle('Causeway');
    const { id } = await createProject(request, person);
    await page.goto('/sql/editor?projectId=null&connectorId=null');
    await expect(page).toHaveURL(`/sql/editor?projectId=${id}&connectorId=null`);
    await expect(page).toHaveTitle('Bakery · Causeway');
  });

  test('NAV-3 NAV-4 CONN-4 ids in the address become the current choice and are remembered', async ({
    inSample: page,
    member,
  }) => {
    await page.goto(`/sql/editor?projectId=${member.project}&connectorId=${member.media.id}`);
    await expect(page.getByRole('button', { name: 'Connector: Media' })).toBeVisible();
    await expect(page).toHaveTitle('Sample workspace · Media · Causeway');
    await page.goto('/settings/usage');
    await expect(page).toHaveURL(new RegExp(`connectorId=${member.media.id}`));
    await page.goto(`/sql/editor?projectId=${member.project}&connectorId=${member.shop.id}`);
    await expect(page.getByRole('button', { name: 'Connector: Shop' })).toBeVisible();
  });

  test('NAV-3 two tabs with two connectors each keep their own', async ({
    inSample: page,
    member,
  }) => {
    const scope = `/sql/editor?projectId=${member.project}&connectorId=`;
    await page.goto(scope + member.shop.id);
    const other = await page.context().newPage();
    const saved = other.waitForResponse((response) => response.request().method() === 'PATCH');
    await other.goto(scope + member.media.id);
    await saved;
    await expect(other).toHaveTitle('Sample workspace · Media · Causeway');
    // A change of its own brings this tab whatever the server knows by now.
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Control+b');
    await answered;
    await expect(page).toHaveTitle('Sample workspace · Shop · Causeway');
    await expect(page.getByRole('button', { name: 'Connector: Shop' })).toBeVisible();
    await saving(page, () => page.keyboard.press('Control+b'));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Connector: Shop' })).toBeVisible();
  });

  test('NAV-3 an id one may not see is a 404 and changes nothing', async ({
    signedIn: page,
    project,
    member,
  }) => {
    await page.goto('/sql/editor');
    await expect(page).toHaveURL(new RegExp(project.id));
    for (const foreign of [
      `projectId=${member.project}&connectorId=${member.shop.id}`,
      `projectId=${project.id}&connectorId=${member.shop.id}`,
      `projectId=${crypto.randomUUID()}&connectorId=null`,
      `projectId=what&connectorId=ever`,
    ]) {
      await page.goto(`/sql/editor?${foreign}`);
      await expect(mainHeading(page, 'Page not found')).toBeVisible();
      await expect(page).toHaveTitle('Bakery · Causeway');
    }
  });

  test('NAV-3 the older address of the history leads to it', async ({ inSample: page, member }) => {
    await page.goto('/automations/workflows/history?state=failed');
    await expect(mainHeading(page, 'Run history')).toBeVisible();
    await expect(page).toHaveURL(`/automations/history?state=failed&${scopeOf(member).slice(1)}`);
  });
});

test.describe('pages for what goes wrong', () => {
  test('NAV-5 /error/404 says that the page was not found', async ({ inSample: page }) => {
    await page.goto('/error/404');
    await expect(mainHeading(page, 'Page not found')).toBeVisible();
    await expect(page.getByText('Page Not Found:')).toBeHidden();
    await page.getByRole('link', { name: 'Go to home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('NAV-5 an unknown path is named', async ({ inSample: page }) => {
    await page.goto('/no/such page?x=1');
    await expect(page.getByText('Page Not Found: /no/such%20page', { exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test('NAV-5 a page that breaks leaves the shell standing and can be tried again', async ({
    inSample: page,
  }) => {
    await page.route(/\/assets\/members-page-.*\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export default function Broken() { throw new Error('The oven is cold'); }`,
      }),
    );
    await page.goto('/settings/members');
    await expect(mainHeading(page, 'This page could not be shown')).toBeVisible();
    await expect(page.getByText('The oven is cold')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Chat' })
      .click();
    await expect(mainHeading(page, 'Chat')).toBeVisible();
  });

  test('NAV-5 there is a generic error page', async ({ inSample: page }) => {
    await page.goto('/error');
    await expect(mainHeading(page, 'This page could not be shown')).toBeVisible();
  });
});

test('NAV-7 home shows recent work, pins, favorites and next steps in the shell', async ({
  signedIn: page,
  project,
}) => {
  await page.goto('/settings/members');
  await expect(mainHeading(page, 'Members')).toBeVisible();
  await page.goto('/');
  const main = page.getByRole('main');
  for (const title of ['Recent work', 'Pins', 'Favorite projects', 'Next steps', 'Try it']) {
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: `Members ${project.name}` })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('NAV-7 guest pages have a layout of their own', async ({ page }) => {
  for (const path of ['/guest/login', '/guest/register', '/guest/reset']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page).toHaveTitle('Causeway');
  }
});

test('NAV-7 TEAM-4 onboarding has the guest layout and its six steps', async ({
  signedIn: page,
}) => {
  await page.goto('/onboarding');
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('link');
  await expect(steps).toHaveText([
    'Project',
    'Team',
    'Plan',
    'Payment',
    'Connectors',
    'Verification',
  ]);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});

test('NAV-8 names of tables and keys keep every character, also over a reload', async ({
  inSample: page,
  member,
}) => {
  const bucket = `projectId=${member.project}&connectorId=${member.media.id}`;
  for (const [address, name] of [
    ['explore/50%25%20off%20%2B%20%23%3F', '50% off + #?'],
    [`explore/Stra%C3%9Fe/%E6%97%A5%E6%9C%AC/'x'%22y%22`, `Straße/日本/'x'"y"`],
    ['explore/a//b/', 'a//b/'],
    ['explore/~../~./~~x', '.././~x'],
    ['explore/~import', 'import'],
    // Opening a file chooses its bucket.
    ['edit/one/two/three/four/five/six.json', 'There is no file six.json'],
    ['edit/a%2Fb/%5Cc', 'There is no file \\c'],
  ] as const) {
    await page.goto(address.startsWith('edit') ? `/${address}?${bucket}` : `/${address}`);
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
    const { pathname } = new URL(page.url());
    expect(pathname).toBe(new URL(address, 'http://x').pathname);
    await page.reload();
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(pathname);
  }
});

test('NAV-6.1 the demo account reaches the debug pages from the palette', async ({
  page,
  request,
}) => {
  await signIn(page, (await logIn(request, demo)).token);
  await page.goto('/');
  await jumpTo(page, '/_debug/ui');
  await expect(mainHeading(page, 'Design system')).toBeVisible();
});
