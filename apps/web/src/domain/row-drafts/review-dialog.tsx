import { draftRoutes, type DraftChange } from '@causeway/contract/tables/edits.ts';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { countChanges, draftOf } from './draft-changes.ts';
import type { DraftSource } from './draft-query.ts';
import { LeaveOutButton } from './leave-out-button.tsx';
import { MOST_SHOWN, ReviewedChanges } from './reviewed-changes.tsx';
import classes from './review-dialog.module.css';
import type { DraftInUse } from './use-draft.ts';
import type { SaveState } from './use-save-draft.ts';
import type { Unfit } from './use-unfit.ts';

type ReviewDialogProps = {
  source: DraftSource;
  edits: DraftInUse;
  /** Only these changes; all of them when undefined. */
  refs?: string[];
  /** As what they are shown at first. */
  start?: ReviewView;
  /** Which of them are not on screen behind the dialog. */
  hidden?: ReadonlySet<string>;
  /** The page of an edited row; left out on that page itself. */
  pageOf?: (change: DraftChange) => string | undefined;
  unfit: Unfit | undefined;
  state: SaveState;
  onSave: () => void;
  onClose: () => void;
};

export type ReviewView = 'sql' | 'changes' | 'hidden';

const NONE: ReadonlySet<string> = new Set();

/** What saving will do: the SQL as it will run, or each change with its old value. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { source, edits, refs, start = 'sql', hidden = NONE, pageOf } = props;
  const { unfit, state, onSave, onClose } = props;
  const { t } = useTranslation('row-drafts');
  const [chosen, setChosen] = useState(start);
  // The last one that was hidden may be taken back right here.
  const isLeft = chosen === 'hidden' && hidden.size === 0;
  // There is no SQL for columns that are gone.
  const hasSql = !unfit?.leaveOut;
  const view = isLeft || (chosen === 'sql' && !hasSql) ? 'changes' : chosen;
  const all = [...edits.draft.values()];
  const changes = refs ? all.filter(({ ref }) => refs.includes(ref)) : all;
  const preview = useQuery({
    queryKey: ['tables', source.connectorId, 'preview', source.name, changes],
    queryFn: async ({ signal }) => {
      await edits.store.flush();
      const body = { connector: { id: source.connectorId }, schema: source.name.schema };
      const { statements } = await api.call(
        draftRoutes.preview,
        { params: { table: source.name.table }, body: { ...body, ...(refs && { refs }) } },
        { signal },
      );
      return statements;
    },
    enabled: hasSql,
    gcTime: 0,
  });
  const sql = preview.data?.map((one) => one.sql).join('\n') ?? '';
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={t('review.title', { count: countChanges(draftOf(changes)) })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('review.view')}
          value={view}
          onChange={setChosen}
          data={[
            { value: 'sql', label: 'SQL', disabled: !hasSql },
            { value: 'changes', label: t('review.changes') },
            ...(hidden.size > 0 ? [{ value: 'hidden' as const, label: t('review.hidden') }] : []),
          ]}
        />
        <span className={classes.note}>{t('review.note')}</span>
        {view === 'sql' && preview.data && <CopyButton value={sql} label={t('review.copy')} />}
      </div>
      <div className={classes.body}>
        {view !== 'sql' ? (
          <ReviewedChanges
            changes={view === 'hidden' ? changes.filter(({ ref }) => hidden.has(ref)) : changes}
            pageOf={pageOf}
            onUndo={({ ref }) => edits.store.stage({ put: [], drop: [ref] })}
          />
        ) : (
          <QueryView query={preview}>
            {(statements) => (
              <ol className={classes.statements}>
                {statements.slice(0, MOST_SHOWN).map((one) => (
                  <li key={one.ref} data-kind={kindOf(changes, one.ref)}>
                    <code>{one.sql}</code>
                  </li>
                ))}
                {statements.length > MOST_SHOWN && (
                  <li className={classes.more}>
                    {t('review.more', { count: statements.length - MOST_SHOWN })}
                  </li>
                )}
              </ol>
            )}
          </QueryView>
        )}
      </div>
      {(state.kind === 'refused' || unfit) && (
        <p className={classes.refusal} role="alert">
          {state.kind === 'refused' ? state.refusal.message : unfit?.message}{' '}
          {unfit && <LeaveOutButton unfit={unfit} store={edits.store} />}
        </p>
      )}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('review.back')}
        </Button>
        <Button
          data-autofocus
          disabled={unfit !== undefined}
          loading={state.kind === 'saving'}
          onClick={onSave}
        >
          {t('bar.save')}
        </Button>
      </footer>
    </Modal>
  );
}

function kindOf(changes: DraftChange[], ref: string): DraftChange['kind'] | undefined {
  return changes.find((change) => change.ref === ref)?.kind;
}
