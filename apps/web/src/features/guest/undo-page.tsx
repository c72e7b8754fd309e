import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { resetSession } from '#platform/session/session.ts';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';

/** From the mailbox of the old address: the change is taken back, and a new password is next. */
export default function UndoPage() {
  const { t } = useTranslation('guest');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const undo = useMutation({
    mutationFn: () => api.call(signInRoutes.undoEmail, { body: { token: String(token) } }),
    onSuccess: (answer) => {
      // All sessions of the account are over, this browser's too if it had one.
      resetSession();
      location.assign(`/guest/reset?${new URLSearchParams({ token: answer.token })}`);
    },
  });
  return (
    <GuestCard title={t('undo.title')} line={t('undo.line')}>
      <Failure error={undo.error} />
      <Button fullWidth loading={undo.isPending || undo.isSuccess} onClick={() => undo.mutate()}>
        {t('undo.submit')}
      </Button>
    </GuestCard>
  );
}
