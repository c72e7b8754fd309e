import { withoutFormula } from '@causeway/contract/csv.ts';
import type { LedgerLine } from '@causeway/contract/billing/billing.ts';
import { unitsToCredits } from '@causeway/contract/billing/units.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Row = Omit<LedgerLine, 'project' | 'link'> & {
  projectId: string | null;
  projectName: string | null;
};

/** The lines of an account before one, newest first. */
export async function listLines(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<LedgerLine[]> {
  const rows = await listRows<Row>(
    db,
    sql`select line.seq, line.at, line.kind, line.amount_u as amount, line.balance_u as balance,
          line.meter, line.quantity, line.project_id as "projectId", project.name as "projectName",
          line.cause_kind as "causeKind", line.cause_id as "causeId"
        from credit_ledger line left join projects project on project.id = line.project_id
        where line.account_id = ${accountId}
          and (${before}::bigint is null or line.seq < ${before}::bigint)
        order by line.seq desc limit ${limit}`,
  );
  return rows.map(({ projectId, projectName, ...row }) => ({
    ...row,
    amount: unitsToCredits(BigInt(row.amount)),
    balance: unitsToCredits(BigInt(row.balance)),
    project: projectId === null ? null : { id: projectId, name: projectName },
    link: linkOf(row, projectName === null ? null : projectId),
  }));
}

/** Where the cause of a line is looked at. */
type Cause = Pick<LedgerLine, 'causeKind' | 'causeId'>;

function linkOf({ causeKind, causeId }: Cause, projectId: string | null): string | null {
  if (causeKind === 'invoice') return '/account/billing';
  if (projectId === null) return null;
  if (causeKind === 'workflow') return `/automations/workflows/${causeId}?projectId=${projectId}`;
  if (causeKind === 'scan') return '/intelligence';
  return `/settings/usage?projectId=${projectId}`;
}

/** A spreadsheet must not take a name for a formula. Amounts begin with a minus, and are ours. */
export function cell(value: string | null): string {
  const text = value ?? '';
  const isAmount = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = isAmount ? text : withoutFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const MOST_LINES = 100_000;
const PAGE = 1_000;

export async function* writeLines(db: Db, accountId: string): AsyncGenerator<string> {
  yield 'number,at,kind,credits,balance,meter,quantity,project,cause,causeId\r\n';
  let before: string | null = null;
  for (let written = 0; written < MOST_LINES; written += PAGE) {
    const page: LedgerLine[] = await listLines(db, accountId, { before, limit: PAGE });
    yield page
      .map((line) =>
        [
          line.seq,
          line.at,
          line.kind,
          line.amount,
          line.balance,
          line.meter,
          line.quantity,
          line.project?.name ?? line.project?.id ?? null,
          line.causeKind,
          line.causeId,
        ]
          .map(cell)
          .join(','),
      )
      .map((text) => `${text}\r\n`)
      .join('');
    before = page.at(-1)?.seq ?? null;
    if (page.length < PAGE) return;
  }
}
