import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Env } from '#env';
import { changeRows, type Database, type Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Job, Jobs } from '#platform/jobs/jobs.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** What comes with a mail; with a `cid` it is a picture the text of the mail shows. */
export type Attachment = { name: string; type: string; base64: string; cid?: string | undefined };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  attachments?: Attachment[] | undefined;
  /** An address that stops mails like this one when a mail program posts to it. */
  unsubscribeUrl?: string | undefined;
};

export type Mailer = {
  /** Sends after the caller's transaction has committed, and again if the mail server fails. */
  send(db: Db, mail: Mail): Promise<void>;
};

const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  attachments: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        base64: z.string(),
        cid: z.string().optional(),
      }),
    )
    .optional(),
  unsubscribeUrl: z.string().optional(),
});
const BINDING = 'mail job';

export function createMailer(db: Database, jobs: Jobs, secrets: Secrets, env: Env): Mailer {
  const deliver = env.SMTP_URL ? bySmtp(env.SMTP_URL, env.MAIL_FROM) : byKeeping(db, secrets);
  const job: Job<typeof sealedMail> = {
    name: 'mail.send',
    data: sealedMail,
    concurrency: 2,
    run: ({ sealed }) => deliver(mail.parse(JSON.parse(secrets.open(sealed, BINDING)))),
  };
  jobs.define(job);
  return {
    send: (on, content) => {
      return jobs.enqueue(on, job, { sealed: secrets.seal(JSON.stringify(content), BINDING) });
    },
  };
}

/** Mails hold links that let people in, so they lie sealed in the queue too. */
const sealedMail = z.object({ sealed: z.string() });

function bySmtp(url: string, from: string) {
  let transport: Transporter | undefined;
  return async ({ unsubscribeUrl, attachments = [], ...content }: Mail) => {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport(url);
    await transport.sendMail({
      from,
      ...content,
      attachments: attachments.map(({ name, type, base64, cid }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(base64, 'base64'),
        ...(cid !== undefined && { cid }),
      })),
      headers: headersOf(unsubscribeUrl),
    });
  };
}

/** RFC 8058: mail programs show a button of their own for it. */
function headersOf(unsubscribeUrl: string | undefined): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Their names and sizes: pictures of numbers are for who they were sent to. */
function attachmentsOf({ attachments = [] }: Mail) {
  return attachments.map(({ name, type, base64 }) => ({ name, type, bytes: base64.length * 0.75 }));
}

function byKeeping(db: Database, secrets: Secrets) {
  return async (content: Mail) => {
    const id = crypto.randomUUID();
    const body = secrets.seal(content.text, rowBinding('kept_mails', id));
    await changeRows(
      db,
      sql`insert into kept_mails (id, recipient, subject, body, attachments)
          values (${id}, ${content.to}, ${content.subject}, ${body},
            ${JSON.stringify(attachmentsOf(content))})`,
    );
  };
}
