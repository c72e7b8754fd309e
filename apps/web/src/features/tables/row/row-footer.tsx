import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { LeaveOutButton } from '#domain/row-drafts/leave-out-button.tsx';
import classes from './row-form.module.css';
import type { RowDraft } from './use-row-draft.ts';
import type { SaveState } from '#domain/row-drafts/use-save-draft.ts';
import type { Unfit } from '#domain/row-drafts/use-unfit.ts';

type RowFooterProps = {
  edits: RowDraft;
  isNew: boolean;
  isReadOnly: boolean;
  state: SaveState;
  unfit: Unfit | undefined;
  /** Null at the end of the list, undefined until it is known. */
  previousHref: string | null | undefined;
  nextHref: string | null | undefined;
  onReview: () => void;
  onCancel: () => void;
  onSave: () => void;
};

/** Stays in view: "3 changed", the SQL, cancel, save, and the way to the rows beside this one. */
export function RowFooter(props: RowFooterProps) {
  const { edits, isNew, isReadOnly, state, previousHref, nextHref } = props;
  const { unfit, onReview, onCancel, onSave } = props;
  const { t } = useTranslation('edits');
  const { changedCount, sync, problem } = edits;
  const hasWork = changedCount > 0 || isNew;
  return (
    <footer className={classes.footer}>
      {state.kind === 'refused' && (
        <p className={classes.refusal} role="alert">
          <Icon name="error" size={15} /> {state.refusal.message}
        </p>
      )}
      {unfit?.leaveOut && state.kind !== 'refused' && (
        <output className={classes.refusal}>
          <Icon name="warning" size={15} /> <span>{unfit.message}</span>
          <LeaveOutButton unfit={unfit} store={edits.store} />
        </output>
      )}
      {sync === 'failed' && (
        <p className={classes.refusal} role="alert">
          <Icon name="warning" size={15} /> {t('row-drafts:bar.notKept')} {errorText(problem)}
        </p>
      )}
      <div className={classes.footLine}>
        {!isNew && (
          <nav className={classes.neighbours} aria-label={t('row.list')}>
            <Neighbour href={previousHref} label={t('row.previous')} icon="chevronUp" />
            <Neighbour href={nextHref} label={t('row.next')} icon="chevronDown" />
          </nav>
        )}
        <output className={classes.count}>
          {changedCount > 0 ? (
            <>
              <strong>{t('row.count', { count: changedCount })}</strong>{' '}
              {t(`row-drafts:bar.${sync}`)}
            </>
          ) : (
            !isReadOnly && !isNew && t('row.unchanged')
          )}
        </output>
        {!isReadOnly && (
          <span className={classes.actions}>
            <Button size="compact-md" variant="subtle" disabled={!hasWork} onClick={onReview}>
              {t('row.sql')}
            </Button>
            <Button size="compact-md" variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
            <Button
              size="compact-md"
              disabled={!hasWork || unfit !== undefined}
              title={unfit?.message}
              loading={state.kind === 'saving'}
              onClick={onSave}
            >
              {t(isNew ? 'row.add' : 'row-drafts:bar.save')}
            </Button>
          </span>
        )}
      </div>
    </footer>
  );
}

type NeighbourProps = {
  href: string | null | undefined;
  label: string;
  icon: 'chevronUp' | 'chevronDown';
};

function Neighbour({ href, label, icon }: NeighbourProps) {
  return (
    <Tooltip label={label}>
      {href ? (
        <ActionIcon component={AppLink} href={href} size={28} variant="default" aria-label={label}>
          <Icon name={icon} />
        </ActionIcon>
      ) : (
        <ActionIcon size={28} variant="default" aria-label={label} disabled>
          <Icon name={icon} />
        </ActionIcon>
      )}
    </Tooltip>
  );
}
