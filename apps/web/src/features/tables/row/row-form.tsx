import { Button, Menu, ActionIcon } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { fillPage } from '#ui/fill-page.ts';
import type { ShownColumn } from '../table-columns.ts';
import { draftOf } from '#domain/row-drafts/draft-changes.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import type { ReadOnlyReason } from '../edits/read-only-reason.ts';
import { RowField } from './row-field.tsx';
import { RowFooter } from './row-footer.tsx';
import classes from './row-form.module.css';
import { RowSide } from './row-side.tsx';
import { listCopiedValues } from '#domain/row-drafts/stage.ts';
import { useDraftReadAgain } from '#domain/row-drafts/use-draft-read-again.ts';
import { useRevert } from '#domain/row-drafts/use-revert.ts';
import { useRowDraft, type PageRow } from './use-row-draft.ts';
import { useSaveDraft } from '#domain/row-drafts/use-save-draft.ts';
import { useUnfit } from '#domain/row-drafts/use-unfit.ts';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'));
const ReviewDialog = lazy(() => import('#domain/row-drafts/review-dialog.tsx'));
const ConflictDialog = lazy(() => import('#domain/row-drafts/conflict-dialog.tsx'));
const RefusedRevertDialog = lazy(() => import('#domain/row-drafts/refused-revert-dialog.tsx'));

type RowFormProps = {
  source: DraftSource;
  columns: ShownColumn[];
  /** Columns of the key, in their order. */
  keyColumns: readonly string[];
  row: PageRow;
  readOnlyReason: ReadOnlyReason | undefined;
  header: ReactNode;
  related: ReactNode;
  tableHref: string;
  /** Addresses of this page for other rows of the list. */
  hrefOf: (key: readonly string[]) => string;
  newHref: (ref: string) => string;
  neighbours: { previous: string[] | null | undefined; next: string[] | null | undefined };
};

/** One row as a form. Its edits are staged in the draft of the table and saved on their own. */
export function RowForm(props: RowFormProps) {
  const { source, columns, keyColumns, row, readOnlyReason, header, related } = props;
  const { tableHref, hrefOf, newHref, neighbours } = props;
  const { t } = useTranslation('edits');
  const openHref = useOpenHref();
  const edits = useRowDraft(source, row);
  const reverting = useRevert(source, 'edit');
  const saving = useSaveDraft({
    ...source,
    store: edits.store,
    screen: 'edit',
    onRevert: (id) => void reverting.revert(id),
  });
  const [isReviewing, setIsReviewing] = useState(false);
  const { state } = saving;
  const { changedCount, change, ref } = edits;
  const unfit = useUnfit(
    useMemo(() => draftOf(change ? [change] : []), [change]),
    columns,
  );
  useDraftReadAgain(source, unfit, edits.sync);
  const isReadOnly = readOnlyReason !== undefined;
  const isDeleting = change?.kind === 'delete';
  const refusal = state.kind === 'refused' ? state.refusal : undefined;
  const { blocker, leave } = useAskBeforeLeaving(changedCount);

  /** A row that is gone and shall be added again is a new one, under another ref. */
  async function save(refs = [ref]) {
    if (unfit) return;
    edits.ensureNew();
    const applied = await saving.save(refs);
    if (!applied) return;
    setIsReviewing(false);
    const key = applied.rows.find((one) => refs.includes(one.ref))?.key;
    const values = key && keyColumns.map((name) => key[name] ?? '');
    const isElsewhere = row.kind === 'new' || (values && isOtherKey(values));
    const isNameless = row.kind === 'new' && keyColumns.length === 0;
    if (isDeleting || isNameless) leave(() => openHref(tableHref, { replace: true }));
    else if (values && isElsewhere) leave(() => openHref(hrefOf(values), { replace: true }));
  }

  function isOtherKey(values: string[]): boolean {
    return (
      row.kind === 'seen' && keyColumns.some((name, place) => row.seen.key[name] !== values[place])
    );
  }

  function cancel() {
    edits.revert();
    leave(() => openHref(tableHref));
  }

  function duplicate() {
    if (row.kind !== 'seen') return;
    const copy = crypto.randomUUID();
    const values = listCopiedValues(row.seen.image, columns, keyColumns);
    edits.store.stage({ put: [{ kind: 'insert', ref: copy, values }], drop: [] });
    openHref(newHref(copy));
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (!isReadOnly && (changedCount > 0 || row.kind === 'new')) void save();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  return (
    <div className={classes.page} ref={fillPage}>
      <header className={classes.header}>
        {header}
        {row.kind === 'seen' && !isReadOnly && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={28} variant="subtle" aria-label={t('row.more')}>
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="copy" />} onClick={duplicate}>
                {t('row.duplicate')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={edits.remove}>
                {t('row.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </header>
      <div className={classes.body}>
        <div className={classes.fields} data-removed={isDeleting || undefined}>
          {readOnlyReason && (
            <p className={classes.notice}>
              <Icon name="lock" size={14} /> {t(`readOnly.${readOnlyReason}`)}
            </p>
          )}
          {isDeleting && (
            <p className={classes.notice} data-kind="delete">
              <Icon name="trash" size={14} /> {t('row.willDelete')}
              <Button size="compact-xs" variant="default" onClick={edits.revert}>
                {t('row.keep')}
              </Button>
            </p>
          )}
          {columns.map((column) => (
            <RowField
              key={column.name}
              connectorId={source.connectorId}
              column={column}
              valueOf={edits.valueOf}
              before={row.kind === 'seen' ? (row.seen.image[column.name] ?? null) : undefined}
              isChanged={edits.isChanged(column.name)}
              isReadOnly={isReadOnly || isDeleting || !edits.isLoaded}
              problem={refusal?.column === column.name ? refusal.message : undefined}
              onChange={edits.edit}
            />
          ))}
        </div>
        {row.kind === 'seen' && (
          <RowSide
            source={source}
            columns={columns}
            seen={row.seen}
            related={related}
            canRevert={!isReadOnly}
            onRevert={(id) => void reverting.revert(id)}
          />
        )}
      </div>
      <RowFooter
        edits={edits}
        isNew={row.kind === 'new'}
        isReadOnly={isReadOnly}
        state={state}
        unfit={unfit}
        previousHref={neighbours.previous && hrefOf(neighbours.previous)}
        nextHref={neighbours.next && hrefOf(neighbours.next)}
        onReview={() => {
          edits.ensureNew();
          setIsReviewing(true);
        }}
        onCancel={cancel}
        onSave={() => void save()}
      />
      <Suspense fallback={null}>
        {isReviewing && change && (
          <ReviewDialog
            source={source}
            edits={edits}
            refs={[ref]}
            unfit={unfit}
            state={state}
            onSave={() => void save()}
            onClose={() => setIsReviewing(false)}
          />
        )}
        {state.kind === 'conflict' && (
          <ConflictDialog
            state={state}
            columns={columns}
            onResolve={(patch) => {
              edits.store.stage(patch);
              void save([ref, ...patch.put.map((one) => one.ref)]);
            }}
            onClose={saving.dismiss}
          />
        )}
        {blocker.status === 'blocked' && (
          <LeaveDialog
            changedCount={changedCount}
            onStay={blocker.reset}
            onDiscard={() => {
              edits.revert();
              blocker.proceed();
            }}
            onLeave={blocker.proceed}
          />
        )}
        {reverting.refused && (
          <RefusedRevertDialog
            refused={reverting.refused}
            onSkip={(id) => void reverting.revert(id, { skipChanged: true })}
            onClose={reverting.dismiss}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Leaving asks only when something is changed; what the page does itself does not ask. */
function useAskBeforeLeaving(changedCount: number) {
  const isFree = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changedCount > 0 && !isFree.current && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  function leave(go: () => void): void {
    isFree.current = true;
    go();
  }
  return { blocker, leave };
}
