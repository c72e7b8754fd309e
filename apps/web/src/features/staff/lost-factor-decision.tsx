import { staffLostFactorRoutes } from '@causeway/contract/auth/lost-factors.ts';
import type { WholeStaffAccount } from '@causeway/contract/staff.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { lostFactorsQuery } from './lost-factors-query.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import classes from './staff.module.css';

type Act = 'begin' | 'agree' | 'refuse';

/** Of an account with second factors: how its owner gets back in who has none of them any more. */
export function LostFactorDecision({ account }: { account: WholeStaffAccount }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { id: ownId } = useCurrentUser();
  const { data: requests } = useQuery(lostFactorsQuery);
  const [act, setAct] = useState<Act>();
  const request = requests?.find(({ person }) => person.id === account.id);
  const hasFactor = account.ways.totp || account.ways.passkeys > 0;
  if (!requests || (!request && !hasFactor) || account.id === ownId) return null;
  const isTheirs = request?.agreedBy?.id === ownId;
  const button = (verb: Act, isDisabled = false) => (
    <Button size="compact-sm" variant="default" disabled={isDisabled} onClick={() => setAct(verb)}>
      {t(`lost.${verb}.action`)}
    </Button>
  );
  return (
    <section className={classes.stack} aria-labelledby="lost-factors">
      <h3 id="lost-factors" className={classes.heading}>
        {t('lost.heading')}
      </h3>
      <p className={classes.line}>
        {!request && t('lost.none')}
        {request &&
          t(request.isReady ? 'lost.ready' : 'lost.waits', {
            date: formats.dateTime(request.readyAt),
          })}
        {request?.begunBy && ` ${t('lost.begunBy', { name: request.begunBy })}`}
        {request?.agreedBy && ` ${t('lost.agreedBy', { name: request.agreedBy.name })}`}
        {request && request.needed < 2 && ` ${t('lost.alone')}`}
      </p>
      <div className={classes.buttons}>
        {!request && button('begin')}
        {request && button('agree', !request.isReady || isTheirs)}
        {request && button('refuse')}
      </div>
      {act && (
        <ReasonDialog
          title={t(`lost.${act}.title`, { name: account.name })}
          line={t(`lost.${act}.line`)}
          action={t(`lost.${act}.action`)}
          onDo={async (reason) => {
            const asked = { params: { userId: account.id }, body: { reason } };
            await withProof<unknown>(() => api.call(staffLostFactorRoutes[act], asked));
            await queryClient.invalidateQueries({ queryKey: ['staff'] });
          }}
          onClose={() => setAct(undefined)}
        />
      )}
    </section>
  );
}
