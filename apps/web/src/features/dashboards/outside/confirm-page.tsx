import { confirmRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { DeadLink, isOver, Problem } from './dead-link.tsx';
import classes from './outside.module.css';

/** Whether an address wants a dashboard by mail. It takes a press: programs open links of mails too. */
export default function ConfirmPage() {
  const { t } = useTranslation('dashboards');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const say = useMutation({
    mutationFn: (answer: 'yes' | 'never') =>
      api.call(confirmRoutes.answer, { body: { token: String(token ?? ''), answer } }),
  });
  const question = useQuery({
    queryKey: ['mail-question', token],
    queryFn: ({ signal }) =>
      api.call(confirmRoutes.question, { body: { token: String(token ?? '') } }, { signal }),
    retry: false,
  });
  const error = say.error ?? question.error;
  const said = say.isSuccess ? say.variables : undefined;
  const state = said ?? 'asked';
  if (!said && isOver(error)) {
    return (
      <main className={classes.page}>
        <DeadLink error={error} line={t('out.notAsked')} />
      </main>
    );
  }
  return (
    <main className={classes.page}>
      <div className={classes.gate}>
        <h1 className={classes.title}>{t(said ? 'out.stopped' : 'out.confirmTitle')}</h1>
        {question.data && <Asked {...question.data} />}
        <p className={classes.line}>{t(`out.confirmLine.${state}`)}</p>
        {error && <Problem error={error} />}
        {!said && (
          <Group>
            <Button
              loading={say.isPending && say.variables === 'yes'}
              onClick={() => say.mutate('yes')}
            >
              {t('out.confirm')}
            </Button>
            <Button
              variant="default"
              loading={say.isPending && say.variables === 'never'}
              onClick={() => say.mutate('never')}
            >
              {t('out.never')}
            </Button>
          </Group>
        )}
      </div>
    </main>
  );
}

/** Names as they are, and as text: who gave them may be a stranger to who reads this. */
function Asked({ dashboard, project }: { dashboard: string | null; project: string | null }) {
  const { t } = useTranslation('dashboards');
  return (
    <dl className={classes.asked}>
      <dt>{t('out.askedDashboard')}</dt>
      <dd>{dashboard ?? t('out.unnamed')}</dd>
      <dt>{t('out.askedProject')}</dt>
      <dd>{project ?? t('out.unnamed')}</dd>
    </dl>
  );
}
