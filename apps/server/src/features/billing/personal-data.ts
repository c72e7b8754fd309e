import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/**
 * Lines and invoices stay when a person goes, as the law wants of who was paid; the account forgets
 * whose it was, and the address for invoices to come goes. Nothing is paid for others any more.
 */
export const personalDataOfBilling: PersonalData = {
  files: {
    credits: (db, { id }) =>
      listRows(
        db,
        sql`select line.seq as number, line.at, line.kind, line.amount_u as "millionthsOfACredit",
              line.meter, line.quantity::text
            from credit_ledger line join billing_accounts account on account.id = line.account_id
            where account.holder_id = ${id} order by line.seq limit 100000`,
      ),
    invoices: (db, { id }) =>
      listRows(
        db,
        sql`select invoice.number, invoice.issued_at as "issuedAt", invoice.state,
              invoice.net_cents as "netCents", invoice.tax_cents as "taxCents", invoice.lines,
              invoice.buyer
            from billing_invoices invoice
            join billing_accounts account on account.id = invoice.account_id
            where account.holder_id = ${id} order by invoice.issued_at`,
      ),
  },
  erase: async (tx, { id }) => {
    await changeRows(
      tx,
      sql`delete from billing_addresses where account_id in (
            select id from billing_accounts where holder_id = ${id})`,
    );
    await changeRows(
      tx,
      sql`update sponsorships set state = 'ended', ended_at = now()
          where state <> 'ended' and account_id in (
            select id from billing_accounts where holder_id = ${id})`,
    );
  },
};
