import { asSeen } from '@causeway/contract/as-seen.ts';
import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './approval-card.module.css';
import { sourceNames } from './source-name.ts';
import { refreshThread } from './threads-query.ts';

type ApprovalCardProps = {
  card: PartOf<'approval'>;
  place: { projectId: string; threadId: string };
  mayDecide: boolean;
};

/** Exactly what would be done, and what was read before it was proposed. */
export function ApprovalCard({ card, place, mayDecide }: ApprovalCardProps) {
  const { t } = useTranslation('assistant');
  const { projectId, threadId } = place;
  const title = asSeen(card.title);
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      api.call(assistantRoutes.decide, {
        params: { projectId, threadId, proposalId: card.id },
        body: { isApproved },
      }),
    onSettled: () => refreshThread(projectId, threadId),
  });
  return (
    <article className={classes.card} aria-label={title} data-state={card.state}>
      <header className={classes.head}>
        <Icon name="shield" />
        <h3 className={classes.title}>{title}</h3>
        <span className={classes.state}>{t(`proposal.${card.state}`)}</span>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.input} tabIndex={0} aria-label={t('proposal.input')}>
        {asSeen(card.input)}
      </pre>
      {card.sources.length > 0 && (
        <p className={classes.sources}>
          {t('proposal.sources', { names: sourceNames(t, card.sources) })}
        </p>
      )}
      {card.error !== undefined && <p className={classes.error}>{card.error}</p>}
      {decide.error && <p className={classes.error}>{errorText(decide.error)}</p>}
      {card.state === 'asked' && mayDecide && (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            loading={decide.isPending && decide.variables}
            onClick={() => decide.mutate(true)}
          >
            {t('proposal.approve')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={decide.isPending && !decide.variables}
            onClick={() => decide.mutate(false)}
          >
            {t('proposal.deny')}
          </Button>
        </div>
      )}
      {card.link !== undefined && card.link !== '' && (
        <div className={classes.actions}>
          <Button component={AppLink} href={card.link} size="compact-sm" variant="default">
            {t('proposal.open')}
          </Button>
        </div>
      )}
    </article>
  );
}
