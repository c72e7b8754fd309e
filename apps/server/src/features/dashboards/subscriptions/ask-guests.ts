import { ASKED_DAYS } from '@causeway/contract/dashboards/subscriptions.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { can } from '@causeway/contract/access.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { type Act, recordAct } from '#platform/audit/audit.ts';
import { readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import { languageOf } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { nameForMail } from '#platform/mail/names.ts';
import type { Services } from '#platform/services.ts';
import { addGuests, dropGuests, listRefused, type NewGuest } from './guests.ts';

/** What a mailbox may be asked in a day, by whomever; and what a project and a person may ask. */
const ofMailbox: Limit = { name: 'guest-questions', burst: 3, seconds: 86_400 };
const ofProject: Limit = { name: 'project-guest-questions', burst: 40, seconds: 86_400 };
const ofPerson: Limit = { name: 'person-guest-questions', burst: 80, seconds: 86_400 };

export const CONFIRMING = 'subscription-guest';

type Needs = Pick<Services, 'limiter' | 'mailer' | 'secrets' | 'env'>;
type Asking = {
  actor: ProjectActor;
  subscription: { id: string; dashboardId: string };
  emails: readonly string[];
};

/**
 * Addresses outside are asked before anything is sent to them: whoever enters one need not be who
 * reads its mail. The question names who asks by their verified address, and repeats nothing that
 * could be a letter of its own.
 */
export async function putGuests(
  tx: Tx,
  needs: Needs,
  { actor, subscription, emails: wanted }: Asking,
): Promise<void> {
  const emails = [...new Set(wanted)];
  const { project } = actor;
  if (!can(project.role, 'dashboards.write')) throw new Failure('E_FORBIDDEN');
  await dropGuests(tx, subscription.id, emails);
  const { language, projectName } = await readRow<{ language: string; projectName: string }>(
    tx,
    sql`select coalesce(settings->>'defaultUiLang', 'en') as language, name as "projectName"
        from projects where id = ${project.id}`,
  );
  const added = await addGuests(tx, { id: subscription.id, emails, language });
  await requireAllowed(tx, project.id, added);
  for (const guest of added) {
    await needs.limiter.takeAll([
      [ofMailbox, mailboxOf(guest.email)],
      [ofProject, project.id],
      [ofPerson, actor.user.id],
    ]);
    const link = linkFor(needs, guest);
    const asked = { by: actor.user, project: projectName, link };
    await needs.mailer.send(tx, questionMail(guest.email, asked, language));
    await recordAct(tx, actor, guestAct('asked', subscription.dashboardId, guest));
  }
}

/** `ann+news@…` and `ann+more@…` are read by Ann. */
function mailboxOf(email: string): string {
  const [name = '', domain] = email.split('@');
  return `${name.split('+')[0]}@${domain}`;
}

/** The log can't be erased, so it holds no address: only whose it is, and of which domain. */
export function guestAct(
  what: 'asked' | 'confirmed' | 'left',
  dashboardId: string,
  { id, email }: NewGuest,
): Act {
  const details = { guest: id, domain: email.split('@')[1] ?? '' };
  return { action: `dashboard.guest-${what}`, target: dashboardId, details };
}

async function requireAllowed(tx: Tx, projectId: string, guests: readonly NewGuest[]) {
  const refused = await listRefused(
    tx,
    projectId,
    guests.map(({ email }) => email),
  );
  if (refused.length === 0) return;
  const details = { addresses: refused.map(({ email }) => email) };
  if (refused.some(({ isDomain }) => isDomain)) {
    throw new Failure('E_MAIL_DOMAIN', undefined, details);
  }
  throw new Failure('E_MAIL_REFUSED', undefined, details);
}

function linkFor({ env, secrets }: Needs, { id: guestId }: NewGuest): string {
  const token = secrets.seal(JSON.stringify({ guestId }), CONFIRMING);
  return `${env.publicUrl}/shared/mails?token=${token}`;
}

type Asked = { by: { email: string }; project: string; link: string };

function questionMail(to: string, { by, project, link }: Asked, language: string): Mail {
  const isGerman = languageOf({ language }) === 'de';
  const named = nameForMail(project, isGerman ? 'ohne Namen' : 'without a name');
  const say = isGerman
    ? {
        subject: 'Möchtest du ein Dashboard per Mail bekommen?',
        who: `${by.email} möchte dir regelmäßig ein Dashboard des Projekts „${named}“ schicken.`,
        how: `Ja, oder nie wieder fragen:\n${link}`,
        else: `Ohne deine Antwort kommt nichts. Die Frage gilt ${ASKED_DAYS} Tage.`,
      }
    : {
        subject: 'Would you like a dashboard by mail?',
        who: `${by.email} would like to send you a dashboard of the project “${named}” regularly.`,
        how: `Say yes, or never to be asked again:\n${link}`,
        else: `Nothing is sent without your answer. The question holds for ${ASKED_DAYS} days.`,
      };
  return { to, subject: say.subject, text: [say.who, say.how, say.else].join('\n\n') };
}
