import { type FrozenAccount, staffBillingRoutes } from '@causeway/contract/billing/staff.ts';
import { writeExactly } from '@causeway/contract/drawing/write-number.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { StaffFrame } from './staff-frame.tsx';
import classes from './staff.module.css';

const key = ['staff', 'frozen'];

/** TEAM-9, TEAM-11: accounts whose sums did not agree wait here until somebody has looked. */
export default function CreditsPage() {
  const { t } = useTranslation('staff');
  const frozen = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(staffBillingRoutes.frozen, undefined, { signal }),
  });
  return (
    <StaffFrame>
      <h2 className={classes.heading}>{t('frozen.title')}</h2>
      <QueryView query={frozen}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.nothing}>{t('frozen.none')}</p>
          ) : (
            <ul className={classes.rows}>
              {list.map((account) => (
                <FrozenRow key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </StaffFrame>
  );
}

function FrozenRow({ account }: { account: FrozenAccount }) {
  const { t, i18n } = useTranslation('staff');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { person, disagreements } = account;
  const name = person?.name ?? t('frozen.nobody');
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={classes.accountName}>
          {person ? <AppLink href={`/staff/users/${person.id}`}>{name}</AppLink> : name}
        </p>
        <p className={classes.line}>
          {t('frozen.since', { date: formats.dateTime(account.frozenAt) })}
        </p>
        {disagreements.length === 0 && <p className={classes.line}>{t('frozen.agrees')}</p>}
        {disagreements.map(({ rule, said, should }) => (
          <p key={rule} className={classes.line}>
            {t(`frozen.rules.${rule}`, {
              said: writeExactly(said, i18n.language),
              should: writeExactly(should, i18n.language),
            })}
          </p>
        ))}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('frozen.unfreezeNamed', { name })}
        onClick={() => setAsked(true)}
      >
        {t('frozen.unfreeze')}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={t('frozen.question', { name })}
          line={t('frozen.line')}
          action={t('frozen.unfreeze')}
          onDo={async (reason) => {
            const asked = { params: { accountId: account.id }, body: { reason } };
            await api.call(staffBillingRoutes.unfreeze, asked);
            await queryClient.invalidateQueries({ queryKey: key });
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
