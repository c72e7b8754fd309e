import { expect, test } from 'vitest';
import { launchServer, logIn, makeDataDirectory } from '#testing/server-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';

test('what was tried with samples and is then used in earnest is not opened by the passwords that everybody knows', async () => {
  const database = await createTestDatabase();
  const folder = await makeDataDirectory();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    SECRET_KEY: 'kZ8wq1v7Yt3pLmN4rB6cX9dF2gH5jKsA',
  };
  const tried = await launchServer(settings);
  const token = await logIn(tried);
  const staff = { email: 'staff@causeway.test', password: 'causeway-staff' };
  const signedIn = await logIn(tried, staff);
  expect(await tried.send('GET', '/user', { token: signedIn })).toMatchObject({ status: 200 });
  await tried.stop();

  const inEarnest = { ...settings, NODE_ENV: 'production' };
  const used = await launchServer(inEarnest);
  for (const body of [staff, { email: 'demo@causeway.test', password: 'causeway-demo' }]) {
    expect(await used.send('POST', '/auth/login', { body })).toMatchObject({ status: 401 });
  }
  for (const old of [token, signedIn]) {
    expect(await used.send('GET', '/user', { token: old })).toMatchObject({ status: 401 });
  }
  expect(used.output()).toContain('sample accounts with the password that everybody knows');
  await used.stop();
  await folder.remove();
  await database.drop();
});
