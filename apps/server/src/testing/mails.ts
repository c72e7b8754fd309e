import { expect } from 'vitest';
import { staffRoutes } from '@causeway/contract/staff.ts';
import type { Db } from '#platform/db/database.ts';
import { listJobCounts } from '#platform/jobs/counts.ts';
import { eventually } from './eventually.ts';
import { createUser, type TestUser } from './factories.ts';
import type { TestServer } from './test-server.ts';

/** A job sends mails: who counts them, or expects none, waits until it has nothing left to do. */
export function untilMailsWent(db: Db): Promise<void> {
  return eventually(async () => {
    const counts = await listJobCounts(db);
    const left = counts.find(({ name }) => name === 'mail.send');
    expect(left ?? { waiting: 0, running: 0 }).toMatchObject({ waiting: 0, running: 0 });
  });
}

/** The mails that were sent, as staff read them. */
export async function openMailbox(server: TestServer) {
  const staff: TestUser = await createUser(server.services.db, { staff: true });

  async function list(email: string) {
    await untilMailsWent(server.services.db);
    const query = { limit: 200 };
    const page = await server.call(staffRoutes.mails, { query }, { token: staff.token });
    return page.items.filter(({ to }) => to === email);
  }

  /** The newest one to the address whose subject fits. */
  function find(email: string, subject: RegExp) {
    return eventually(async () => {
      const mail = (await list(email)).find((kept) => subject.test(kept.subject));
      if (!mail) throw new Error(`No mail to ${email}`);
      return mail;
    });
  }

  async function findToken(email: string, subject: RegExp): Promise<string> {
    const token = /token=([\w-]+)/.exec((await find(email, subject)).text)?.[1];
    expect(token).toBeDefined();
    return token ?? '';
  }

  async function findCode(email: string, subject: RegExp): Promise<string> {
    const code = /\b\d{6}\b/.exec((await find(email, subject)).text)?.[0];
    expect(code).toBeDefined();
    return code ?? '';
  }

  return { list, find, findToken, findCode };
}
