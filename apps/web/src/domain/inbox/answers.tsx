import { type InboxEntry, inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import classes from './entry-line.module.css';

type AnswersProps = {
  entry: InboxEntry;
  approval: NonNullable<InboxEntry['approval']>;
  mayAnswer: boolean;
  title: string;
};

/** Yes or no, once; afterwards who said which. */
export function Answers({ entry, approval, mayAnswer, title }: AnswersProps) {
  const { t } = useTranslation('inbox');
  const { dateTime } = useFormats();
  const answer = useMutation({
    mutationFn: (isAccepted: boolean) =>
      api.call(inboxRoutes.answer, { params: { entryId: entry.id }, body: { isAccepted } }),
  });
  const accept = useSingleTap(() => answer.mutate(true));
  const decline = useSingleTap(() => answer.mutate(false));
  const { outcome, answeredBy, expiresAt } = answer.data?.approval ?? approval;
  if (outcome !== null) {
    return (
      <p className={classes.outcome} data-outcome={outcome}>
        {answeredBy === null
          ? t(`outcome.${outcome}`)
          : t(`outcomeBy.${outcome}`, { name: answeredBy })}
      </p>
    );
  }
  return (
    <div className={classes.answers}>
      <Button
        size="compact-sm"
        disabled={!mayAnswer}
        loading={answer.isPending && answer.variables}
        aria-label={t('acceptNamed', { title })}
        onClick={accept}
      >
        {t('accept')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!mayAnswer}
        loading={answer.isPending && !answer.variables}
        aria-label={t('declineNamed', { title })}
        onClick={decline}
      >
        {t('decline')}
      </Button>
      {expiresAt && (
        <span className={classes.about}>{t('until', { time: dateTime(expiresAt) })}</span>
      )}
      {answer.error && (
        <p role="alert" className={classes.problem}>
          {errorText(answer.error)}
        </p>
      )}
    </div>
  );
}
