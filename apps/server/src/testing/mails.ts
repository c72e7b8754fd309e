import { expect } from 'vitest';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { eventually } from './eventually.ts';
import { createUser, type TestUser } from './factories.ts';
import type { TestServer } from './test-server.ts';

/** The mails that were sent, as staff read them; a job sends them, so finding one waits for it. */
export async function openMailbox(server: TestServer) {
  const staff: TestUser = await createUser(server.services.db, { staff: true });

  async function list(email: string) {
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
