import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './changes-bar.module.css';
import { countChanges } from './draft-changes.ts';
import { LeaveOutButton } from './leave-out-button.tsx';
import type { DraftInUse } from './use-draft.ts';
import type { SaveState } from './use-save-draft.ts';
import { DoubtfulLines } from './doubtful-lines.tsx';
import type { DoubtfulValue } from './doubtful-values.ts';
import type { Unfit } from './use-unfit.ts';

type ChangesBarProps = {
  edits: DraftInUse;
  state: SaveState;
  unfit: Unfit | undefined;
  doubtful: readonly DoubtfulValue[];
  /** How many of the changes are not in sight. */
  hiddenCount: number;
  onReview: () => void;
  onHidden: () => void;
  onDiscard: () => void;
  onSave: () => void;
  onDismiss: () => void;
  /** Where only some rows are on screen, the steps are theirs. */
  onUndo?: () => void;
  onRedo?: () => void;
};

/** Floats over the grid while anything is staged: "7 changes · 3 not on screen · Review SQL · Discard · Save". */
export default function ChangesBar({
  edits,
  state,
  unfit,
  doubtful,
  hiddenCount,
  ...on
}: ChangesBarProps) {
  const { t } = useTranslation('row-drafts');
  const { draft, store, sync, problem: keepProblem, canUndo, canRedo } = edits;
  const count = countChanges(draft);
  const isSaving = state.kind === 'saving';
  return (
    <section className={classes.bar} aria-label={t('bar.label')}>
      {state.kind === 'refused' && (
        <div className={classes.refusal} role="alert">
          <Icon name="error" size={15} />
          <span className={classes.reason}>{state.refusal.message}</span>
          <ActionIcon
            size={22}
            variant="subtle"
            aria-label={t('bar.dismiss')}
            onClick={on.onDismiss}
          >
            <Icon name="close" size={13} />
          </ActionIcon>
        </div>
      )}
      {unfit && state.kind !== 'refused' && (
        <output className={classes.refusal}>
          <Icon name="warning" size={15} />
          <span className={classes.reason}>{unfit.message}</span>
          <LeaveOutButton unfit={unfit} store={store} />
        </output>
      )}
      {!unfit && doubtful.length > 0 && state.kind !== 'refused' && (
        <output className={classes.refusal}>
          <Icon name="warning" size={15} />
          <span className={classes.reason}>
            <DoubtfulLines doubtful={doubtful} />
          </span>
        </output>
      )}
      {sync === 'failed' && (
        <div className={classes.refusal} role="alert">
          <Icon name="warning" size={15} />
          <span className={classes.reason}>
            {t('bar.notKept')} {errorText(keepProblem)}
          </span>
        </div>
      )}
      <div className={classes.line}>
        <span className={classes.count}>
          <strong>{t('bar.changes', { count })}</strong>
          {hiddenCount > 0 && (
            <UnstyledButton className={classes.hidden} onClick={on.onHidden}>
              {t('bar.hidden', { count: hiddenCount })}
            </UnstyledButton>
          )}
          <output className={classes.sync}>{t(`bar.${sync}`)}</output>
        </span>
        <Step
          label={t('bar.undo')}
          isOff={!canUndo}
          onClick={on.onUndo ?? (() => store.undo())}
          icon={<Icon name="undo" />}
        />
        <Step
          label={t('bar.redo')}
          isOff={!canRedo}
          onClick={on.onRedo ?? (() => store.redo())}
          icon={<Icon name="redo" />}
        />
        <span className={classes.actions}>
          <Button size="compact-sm" variant="subtle" onClick={on.onReview}>
            {t('bar.review')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isSaving} onClick={on.onDiscard}>
            {t('bar.discard')}
          </Button>
          <Button
            size="compact-sm"
            disabled={unfit !== undefined}
            loading={isSaving}
            onClick={on.onSave}
          >
            {t('bar.save')}
          </Button>
        </span>
      </div>
    </section>
  );
}

type StepProps = { label: string; isOff: boolean; icon: ReactNode; onClick: () => void };

function Step({ label, isOff, icon, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={26}
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={isOff}
        data-repeats
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
