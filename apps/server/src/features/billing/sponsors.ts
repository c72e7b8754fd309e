import { SPONSOR_NOTICE_DAYS, type Sponsorship } from '@causeway/contract/billing/billing.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';

/** Written by who owns projects. */
export type SetSponsor = (tx: Tx, projectId: string, userId: string | null) => Promise<void>;

const columns = sql`sponsorship.id,
  json_build_object('id', project.id, 'name', project.name) as project,
  json_build_object('id', person.id, 'name', person.name) as sponsor,
  sponsorship.offered_by as "offeredBy", sponsorship.state, sponsorship.ends_at as "endsAt"`;

function list(db: Db, where: Sql): Promise<Sponsorship[]> {
  return listRows(
    db,
    sql`select ${columns} from sponsorships sponsorship
        join projects project on project.id = sponsorship.project_id
        join billing_accounts account on account.id = sponsorship.account_id
        join users person on person.id = account.holder_id
        where sponsorship.state <> 'ended' and ${where} order by sponsorship.created_at`,
  );
}

export function listSponsorships(db: Db, userId: string): Promise<Sponsorship[]> {
  return list(db, sql`account.holder_id = ${userId}`);
}

export async function findSponsorOf(db: Db, projectId: string): Promise<Sponsorship | undefined> {
  return (await list(db, sql`sponsorship.project_id = ${projectId}`))[0];
}

/** Said again it is the same offer; there is no other beside it. */
export async function insertOffer(
  tx: Tx,
  offer: {
    projectId: string;
    accountId: string;
    userId: string;
    by: Sponsorship['offeredBy'];
  },
): Promise<Sponsorship & { isNew: boolean }> {
  await endOfGone(tx, offer.projectId);
  const inserted = await changeRows(
    tx,
    sql`insert into sponsorships (project_id, account_id, offered_by)
        values (${offer.projectId}, ${offer.accountId}, ${offer.by})
        on conflict (project_id) where state <> 'ended' do nothing`,
  );
  const found = await findSponsorOf(tx, offer.projectId);
  if (!found) throw new Failure('E_SPONSOR');
  const { sponsor, offeredBy, state } = found;
  const isSame = sponsor.id === offer.userId && offeredBy === offer.by && state === 'offered';
  if (!isSame) throw new Failure('E_SPONSOR_THERE');
  return { ...found, isNew: inserted > 0 };
}

/** One of an account that was erased, and an offer of or to somebody who has left, stand in nobody's way. */
async function endOfGone(tx: Tx, projectId: string): Promise<void> {
  await changeRows(
    tx,
    sql`update sponsorships sponsorship set state = 'ended', ended_at = now()
        from billing_accounts account
        where sponsorship.project_id = ${projectId} and sponsorship.state <> 'ended'
          and account.id = sponsorship.account_id
          and (account.holder_id is null or (sponsorship.state = 'offered'
            and not exists (select from project_members member
              where member.project_id = sponsorship.project_id
                and member.user_id = account.holder_id)))`,
  );
}

type Held = Sponsorship & { role: string | null };

/** Locked, together with what whoever asks is in the project. */
export async function lockSponsorship(tx: Tx, id: string, userId: string): Promise<Held> {
  await changeRows(tx, sql`select from sponsorships where id = ${id} for update`);
  const [found] = await list(tx, sql`sponsorship.id = ${id}`);
  if (!found) throw new Failure('E_SPONSOR');
  const member = await findRow<{ role: string }>(
    tx,
    sql`select role from project_members
        where project_id = ${found.project.id} and user_id = ${userId}`,
  );
  const isSponsor = found.sponsor.id === userId;
  if (!isSponsor && member?.role !== 'owner') throw new Failure('E_SPONSOR');
  return { ...found, role: member?.role ?? null };
}

export async function markAccepted(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update sponsorships set state = 'active', accepted_at = now()
        where id = ${id} and state = 'offered'`,
  );
}

export async function markEnded(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update sponsorships set state = 'ended', ended_at = now() where id = ${id}`,
  );
}

/** The sponsor gives notice: until then everything goes on. */
export async function markEnding(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update sponsorships
        set ends_at = coalesce(ends_at, now() + make_interval(days => ${SPONSOR_NOTICE_DAYS}))
        where id = ${id}`,
  );
}

type Told = { project: { id: string; name: string }; sponsor: { id: string } };

/** Also who is no member any more: it is their money. */
export async function tellSponsor(
  tx: Tx,
  { project, sponsor }: Told,
  by: { id?: string; name: string },
): Promise<void> {
  await tell(tx, {
    to: { people: [sponsor.id] },
    except: by.id,
    kind: 'sponsor.changed',
    params: { project: project.name, by: by.name },
    link: '/account/billing',
    about: project.id,
  });
}

type Leaving = { projectId: string; userId: string; by: { id: string; name: string } };

/** Who is sent away pays no more: the project ended it, and they could not even set a cap. */
export async function endSponsorshipOf(
  tx: Tx,
  { projectId, userId, by }: Leaving,
  setSponsor: SetSponsor,
): Promise<void> {
  const [found] = await list(
    tx,
    sql`sponsorship.project_id = ${projectId} and account.holder_id = ${userId}`,
  );
  if (!found) return;
  await markEnded(tx, found.id);
  if (found.state !== 'active') return;
  await setSponsor(tx, projectId, null);
  await tellSponsor(tx, found, by);
}

/** Those whose notice is over. */
export async function endDueSponsorships(tx: Tx, setSponsor: SetSponsor): Promise<void> {
  const due = await list(tx, sql`sponsorship.state = 'active' and sponsorship.ends_at <= now()`);
  for (const { id, project, sponsor } of due) {
    await markEnded(tx, id);
    await setSponsor(tx, project.id, null);
    const news = {
      kind: 'sponsor.changed' as const,
      params: { project: project.name, by: sponsor.name },
      link: `/settings/usage?projectId=${project.id}`,
      about: project.id,
      projectId: project.id,
    };
    await tell(tx, { ...news, to: { atLeast: 'owner' } });
    await tellSponsor(tx, { project, sponsor }, { name: sponsor.name });
  }
}
