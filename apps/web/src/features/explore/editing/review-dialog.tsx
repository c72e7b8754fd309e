import { draftRoutes, type DraftChange } from '@causeway/contract/edits.ts';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { ChangeTable } from './change-table.tsx';
import { countChanges, draftOf } from './draft-changes.ts';
import type { DraftSource } from './draft-query.ts';
import classes from './review-dialog.module.css';
import type { DraftInUse } from './use-draft.ts';
import type { SaveState } from './use-save-draft.ts';

type ReviewDialogProps = {
  source: DraftSource;
  edits: DraftInUse;
  /** Only these changes; all of them when undefined. */
  refs?: string[];
  state: SaveState;
  onSave: () => void;
  onClose: () => void;
};

/** Longer drafts are saved whole, and looked at by their beginning. */
const MOST_SHOWN = 300;

/** What saving will do: the SQL as it will run, or each change with its old value. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { source, edits, refs, state, onSave, onClose } = props;
  const { t } = useTranslation('editing');
  const [view, setView] = useState<'sql' | 'changes'>('sql');
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
          onChange={(next) => setView(next === 'sql' ? 'sql' : 'changes')}
          data={[
            { value: 'sql', label: 'SQL' },
            { value: 'changes', label: t('review.changes') },
          ]}
        />
        <span className={classes.note}>{t('review.note')}</span>
        {view === 'sql' && preview.data && <CopyButton value={sql} label={t('review.copy')} />}
      </div>
      <div className={classes.body}>
        {view === 'changes' ? (
          <Changes changes={changes} />
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
      {state.kind === 'refused' && (
        <p className={classes.refusal} role="alert">
          {state.refusal.message}
        </p>
      )}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('review.back')}
        </Button>
        <Button loading={state.kind === 'saving'} onClick={onSave}>
          {t('bar.save')}
        </Button>
      </footer>
    </Modal>
  );
}

function kindOf(changes: DraftChange[], ref: string): DraftChange['kind'] | undefined {
  return changes.find((change) => change.ref === ref)?.kind;
}

function Changes({ changes }: { changes: DraftChange[] }) {
  const { t } = useTranslation('editing');
  return (
    <ul className={classes.changes}>
      {changes.slice(0, MOST_SHOWN).map((change) => (
        <li key={change.ref}>
          <h3 data-kind={change.kind}>
            {t(`mark.${change.kind}`)}
            {change.kind !== 'insert' && (
              <span>
                {Object.entries(change.key)
                  .map(([name, value]) => `${name} = ${value}`)
                  .join(', ')}
              </span>
            )}
          </h3>
          <ChangeTable
            before={change.kind === 'insert' ? undefined : change.base}
            after={change.kind === 'delete' ? undefined : change.values}
          />
        </li>
      ))}
      {changes.length > MOST_SHOWN && (
        <li className={classes.more}>{t('review.more', { count: changes.length - MOST_SHOWN })}</li>
      )}
    </ul>
  );
}
