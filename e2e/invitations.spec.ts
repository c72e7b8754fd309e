import { createPerson, createProject, expect, expectAccessible, signIn, test } from './fixtures.ts';

test('TEAM-2 an invitation waits on the home page of the invited person, and is accepted there', async ({
  page,
  request,
}) => {
  const owner = await createPerson(request, { name: 'Grace Hopper' });
  const project = await createProject(request, owner, 'Compilers');
  const guest = await createPerson(request);
  const invited = await request.post(`/api/members/v1/${project.id}/invitations`, {
    headers: { authorization: `Bearer ${owner.token}` },
    data: { email: guest.email, role: 'editor' },
  });
  expect(invited.status()).toBe(200);
  await signIn(page, guest.token);
  await page.goto('/');
  const card = page.getByRole('listitem').filter({ hasText: 'Compilers' });
  await expect(card).toContainText('Grace Hopper invites you.');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveTitle(/Compilers/);
});

test('TEAM-2 an invitation to a long address fits a phone', async ({ signedIn: page, project }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/settings/members?projectId=${project.id}`);
  const name = 'somebody.with.a.name.of.many.parts';
  const email = `${name}@department-of-long-names-and-titles.example.test`;
  await page.getByLabel('Invite by e-mail').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`An invitation to ${email}`)).toBeVisible();
  const tooWide = () =>
    page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  await expect.poll(tooWide).toBe(0);
});
