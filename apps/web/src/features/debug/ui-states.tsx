import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import classes from './ui-states.module.css';

const outcomes = ['loading', 'error', 'empty', 'data'] as const;
type Outcome = (typeof outcomes)[number];

export function UiStates() {
  const { t } = useTranslation('debug');
  return (
    <>
      <div className={classes.states}>
        {outcomes.map((outcome) => (
          <div key={outcome} className={classes.state}>
            <code className={classes.name}>{outcome}</code>
            <StateExample outcome={outcome} />
          </div>
        ))}
      </div>
      <div className={classes.row}>
        <UndoExample />
        <Button variant="default" onClick={() => void askToDelete()}>
          {t('ui.confirm')}
        </Button>
      </div>
    </>
  );

  async function askToDelete(): Promise<void> {
    await confirmDialog({
      title: t('ui.confirmTitle'),
      losses: [t('ui.confirmLoss1'), t('ui.confirmLoss2')],
      confirmLabel: t('ui.confirmLabel'),
      typedName: 'Shop',
    });
  }
}

function StateExample({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('debug');
  const query = useQuery({
    queryKey: ['debug', 'state', outcome],
    queryFn: () => answerWith(outcome, t('ui.errorMessage')),
    retry: false,
    gcTime: 0,
  });
  return (
    <QueryView
      query={query}
      errorTitle={t('ui.errorTitle')}
      skeleton={<SkeletonTable rows={5} columns={3} />}
      empty={
        <EmptyState
          icon="table"
          title={t('ui.emptyTitle')}
          line={t('ui.emptyLine')}
          action={<Button>{t('ui.emptyAction')}</Button>}
          sample={<Button variant="subtle">{t('ui.emptySample')}</Button>}
        />
      }
    >
      {(names) => <p className={classes.data}>{names.join(', ')}</p>}
    </QueryView>
  );
}

function answerWith(outcome: Outcome, message: string): Promise<string[]> {
  if (outcome === 'loading') return new Promise(() => undefined);
  if (outcome === 'error') return Promise.reject(new Error(message));
  return Promise.resolve(outcome === 'empty' ? [] : ['customers', 'orders', 'products']);
}

function UndoExample() {
  const { t } = useTranslation('debug');
  const [isArchived, setIsArchived] = useState(false);
  const archive = () => {
    setIsArchived(true);
    void showUndo(t('ui.undoDone'), () => setIsArchived(false));
  };
  return (
    <Button variant="default" disabled={isArchived} onClick={archive}>
      {t('ui.undo')}
    </Button>
  );
}
