import { LONGEST_GIFT_DAYS, staffBillingRoutes } from '@causeway/contract/billing/staff.ts';
import type { StaffAccount } from '@causeway/contract/staff.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** TEAM-9, TEAM-11: goodwill, with a reason in the log and as far as the installation lets staff go. */
export function GiveCredits({ account }: { account: StaffAccount }) {
  const { t } = useTranslation('staff');
  const [isAsked, setAsked] = useState(false);
  if (account.eraseAt) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {t('gift.action')}
      </Button>
      {isAsked && <GiftDialog account={account} onClose={() => setAsked(false)} />}
    </>
  );
}

const USUAL = { credits: 500, days: 90 };

function GiftDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const [credits, setCredits] = useState(USUAL.credits);
  const [days, setDays] = useState(USUAL.days);
  const params = { userId: account.id };
  const key = ['staff', 'gifts', account.id];
  const { data: room } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(staffBillingRoutes.giftRoom, { params }, { signal }),
  });
  const left = room?.left ?? 0;
  return (
    <ReasonDialog
      title={t('gift.title', { name: account.name })}
      line={t('gift.line')}
      action={t('gift.action')}
      isReady={credits >= 1 && credits <= left}
      onDo={async (reason) => {
        const body = { credits, days, reason };
        const after = await api.call(staffBillingRoutes.give, { params, body });
        queryClient.setQueryData(key, after);
      }}
      onClose={onClose}
    >
      <WholeNumberInput
        label={t('gift.credits')}
        description={
          room &&
          (left === 0
            ? t('gift.none')
            : t('gift.left', { count: left, number: formats.number(left) }))
        }
        min={1}
        max={Math.max(1, left)}
        value={credits}
        onChange={setCredits}
      />
      <WholeNumberInput
        label={t('gift.days')}
        min={1}
        max={LONGEST_GIFT_DAYS}
        value={days}
        onChange={setDays}
      />
    </ReasonDialog>
  );
}
