import type { StaffAccount } from '@causeway/contract/staff.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { impersonate } from '#platform/session/session.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** SESS-4: for an hour, with a reason that the person reads at once. */
export function ActAs({ account }: { account: StaffAccount }) {
  const { t } = useTranslation('staff');
  const [isAsked, setAsked] = useState(false);
  const { id, name } = account;
  if (account.staff || account.suspendedAt || account.eraseAt) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('users.actNamed', { name })}
        onClick={() => setAsked(true)}
      >
        {t('users.act')}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={t('users.actNamed', { name })}
          line={t('users.actLine')}
          action={t('users.act')}
          onDo={(reason) => impersonate(id, reason)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
