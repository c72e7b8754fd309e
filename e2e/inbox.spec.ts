import { createPerson, createProject, expect, expectAccessible, signIn, test } from './fixtures.ts';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`TEAM-8 an invitation rings the bell by itself and leads to where it is answered, ${viewport.width} wide`, async ({
    page,
    request,
  }) => {
    const owner = await createPerson(request, { name: 'Grace Hopper' });
    const project = await createProject(request, owner, 'Compilers');
    const guest = await createPerson(request);
    await page.setViewportSize(viewport);
    await signIn(page, guest.token);
    await page.goto('/account/notifications');
    await expect(page.getByRole('button', { name: 'Inbox, nothing unread' })).toBeVisible();
    const invited = await request.post(`/api/members/v1/${project.id}/invitations`, {
      headers: { authorization: `Bearer ${owner.token}` },
      data: { email: guest.email, role: 'editor' },
    });
    expect(invited.status()).toBe(200);
    const bell = page.getByRole('button', { name: 'Inbox, 1 unread' });
    await expect(bell).toBeVisible();
    await bell.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Inbox' });
    await expect(list.getByRole('listitem')).toContainText('Grace Hopper invites you to Compilers');
    await expectAccessible(page);
    await list.getByRole('link', { name: 'Grace Hopper invites you to Compilers' }).click();
    await expect(page).toHaveURL('/');
    await expect(list).toBeHidden();
    await expect(page.getByRole('button', { name: 'Inbox, nothing unread' })).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: 'Compilers' });
    await card.getByRole('button', { name: 'Accept' }).click();
    await expect(page).toHaveTitle(/Compilers/);
  });
}

test('TEAM-8 the inbox is a page of its own, and what comes by mail is chosen kind by kind', async ({
  page,
  request,
}) => {
  const owner = await createPerson(request, { name: 'Grace Hopper' });
  const guest = await createPerson(request, { name: 'Katherine Johnson' });
  for (const name of ['Compilers', 'Orbits']) {
    const project = await createProject(request, owner, name);
    await request.post(`/api/members/v1/${project.id}/invitations`, {
      headers: { authorization: `Bearer ${owner.token}` },
      data: { email: guest.email, role: 'viewer' },
    });
  }
  await signIn(page, guest.token);
  await page.goto('/inbox');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Grace Hopper invites you to Orbits');
  await expectAccessible(page);
  await entries
    .first()
    .getByRole('button', { name: /^Mark .* as read/ })
    .click();
  await expect(page.getByRole('button', { name: 'Inbox, 1 unread' })).toBeVisible();
  await page.getByText('Unread', { exact: true }).first().click();
  await expect(page).toHaveURL('/inbox?show=unread');
  await expect(entries).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Everything is read')).toBeVisible();
  await page.getByRole('link', { name: 'Mail settings' }).click();
  const choice = page.getByRole('radiogroup', { name: 'Somebody joined' });
  await expect(choice.getByRole('radio', { name: 'Never' })).toBeChecked();
  await choice.getByText('Daily').click();
  await expect(choice.getByRole('radio', { name: 'Daily' })).toBeChecked();
  await expectAccessible(page);
  await page.reload();
  await expect(choice.getByRole('radio', { name: 'Daily' })).toBeChecked();
});

test('TEAM-8 a link that is none says so, and stops nothing', async ({ page }) => {
  await page.goto('/guest/unsubscribe?token=v1.00000000.made-up-by-somebody');
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('alert')).toContainText('no longer valid');
  await expectAccessible(page);
});
