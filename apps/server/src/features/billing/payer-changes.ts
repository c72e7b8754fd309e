import { periodAt } from '@causeway/contract/billing/periods.ts';
import { firstOwner, isCapped } from '#platform/credits/accounts.ts';
import { noteOnce } from '#platform/credits/marks.ts';
import { listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell, untell } from '#platform/inbox/tell.ts';

type Changed = {
  id: string;
  accountId: string;
  anchor: string;
  isOut: boolean;
  project: { id: string; name: string };
  sponsor: { id: string; name: string };
  owner: { id: string; name: string } | null;
};

/**
 * Who pays is read, never stored: it changes over by itself when a sponsor has nothing left, reaches a
 * cap or is being checked, and back. Both are told, once a month of the sponsor's account each way: what
 * goes to and fro with every top-up is no news. What is only on hold changes nothing here: it may come
 * back within a minute.
 */
export async function tellPayerChanges(tx: Tx): Promise<void> {
  const changed = await listRows<Changed>(
    tx,
    sql`with paying as (
          select sponsorship.id, account.id as account_id, account.anchor, account.holder_id,
            project.id as project_id, project.name, ${firstOwner} as owner_id,
            account.balance_u <= 0 or account.frozen_at is not null or ${isCapped} as is_out
          from sponsorships sponsorship
          join billing_accounts account on account.id = sponsorship.account_id
          join projects project on project.id = sponsorship.project_id
            and project.sponsor_id = account.holder_id
          where sponsorship.state = 'active'
        ), changed as (
          update sponsorships sponsorship
          set out_since = case when paying.is_out then now() end
          from paying where paying.id = sponsorship.id
            and (sponsorship.out_since is not null) <> paying.is_out
          returning paying.*
        )
        select changed.id, changed.account_id as "accountId", changed.anchor,
          changed.is_out as "isOut",
          json_build_object('id', changed.project_id, 'name', changed.name) as project,
          json_build_object('id', sponsor.id, 'name', sponsor.name) as sponsor,
          case when owner.id is not null
            then json_build_object('id', owner.id, 'name', owner.name) end as owner
        from changed join users sponsor on sponsor.id = changed.holder_id
        left join users owner on owner.id = changed.owner_id
        order by changed.id`,
  );
  for (const change of changed) await tellChange(tx, change);
}

async function tellChange(
  tx: Tx,
  { id, accountId, anchor, isOut, project, sponsor, owner }: Changed,
): Promise<void> {
  if (owner === null || owner.id === sponsor.id) return;
  const kind = isOut ? 'sponsor.out' : 'sponsor.back';
  await untell(tx, { kind: isOut ? 'sponsor.back' : 'sponsor.out', about: id });
  const { start } = periodAt(new Date(anchor), new Date());
  const isNew = await noteOnce(tx, accountId, { kind, key: `${id}:${start.toISOString()}` });
  if (!isNew) return;
  const news = {
    kind,
    params: { project: project.name, by: sponsor.name, name: owner.name },
    about: id,
  } as const;
  const link = `/settings/usage?projectId=${project.id}`;
  await tell(tx, { ...news, to: { people: [owner.id] }, link, projectId: project.id });
  // Whose money it is may have left the project.
  await tell(tx, { ...news, to: { people: [sponsor.id] }, link: '/account/billing' });
}
