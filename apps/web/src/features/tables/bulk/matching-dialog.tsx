import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import {
  MOST_MATCHING_ROWS,
  type MatchingChange,
} from '@causeway/contract/tables/matching-rows.ts';
import { Alert, Button, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import { findValueProblem } from '#domain/value-editors/value-problem.ts';
import { joinFilters } from '@causeway/contract/tables/view.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { FilterText } from '#domain/filters/filter-text.tsx';
import type { ShownColumn } from '../table-columns.ts';
import type { Selection } from '../tables-query.ts';
import classes from './bulk-dialog.module.css';
import { ColumnValueFields } from './column-value-fields.tsx';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { useChangeMatching } from './use-change-matching.ts';

type MatchingDialogProps = {
  source: DraftSource;
  view: Selection;
  /** Those that may be set. */
  columns: ShownColumn[];
  allColumns: ShownColumn[];
  onRevert: (changeSetId: string) => void;
  onDone: () => void;
  onClose: () => void;
};

/**
 * One change for every row that meets the filters, loaded or not. They are counted before; where they
 * are another number when it is done, nothing is written and the new number is shown.
 */
export default function MatchingDialog(props: MatchingDialogProps) {
  const { source, view, columns, onClose } = props;
  const { t } = useTranslation('edits');
  const { number } = useFormats();
  const [kind, setKind] = useState<MatchingChange['kind']>('update');
  const [name, setName] = useState(columns[0]?.name);
  const [values, setValues] = useState<Record<string, StagedValue>>({});
  const matching = useChangeMatching(props);
  const column = columns.find((one) => one.name === name);
  const isEveryRow = view.filters.length === 0 && view.where.trim() === '';
  const valueOf = (wanted: string) => values[wanted] ?? NULL_VALUE;
  const isWrong = kind === 'update' && column && findValueProblem(column, valueOf(column.name));
  const change: MatchingChange | undefined =
    kind === 'delete'
      ? { kind }
      : column && { kind, values: { [column.name]: valueOf(column.name), ...values } };
  const guard = useTypedGuard(onClose);

  return (
    <Modal
      opened
      {...guard}
      title={t('matching.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.form}>
        <SegmentedControl
          size="xs"
          aria-label={t('matching.kind')}
          value={kind}
          onChange={(next) => setKind(next === 'delete' ? 'delete' : 'update')}
          data={[
            { value: 'update', label: t('matching.update') },
            { value: 'delete', label: t('matching.delete') },
          ]}
        />
        {!isEveryRow && <MatchedRows view={view} columns={props.allColumns} />}
        {kind === 'update' && column && (
          <ColumnValueFields
            key={column.name}
            connectorId={source.connectorId}
            {...{ columns, column, valueOf }}
            onColumn={(next) => {
              setName(next);
              setValues({});
            }}
            onChange={(edits) => {
              const next = edits.map((edit) => [edit.column, edit.value ?? NULL_VALUE] as const);
              setValues({ ...values, ...Object.fromEntries(next) });
            }}
          />
        )}
        <QueryView query={matching.count} skeleton={<SkeletonLines count={2} />}>
          {({ total }) => (
            <>
              <p className={classes.note}>
                {isEveryRow && <strong>{t('matching.everyRow')} </strong>}
                {total > MOST_MATCHING_ROWS
                  ? t('matching.tooMany', {
                      total: number(total),
                      most: number(MOST_MATCHING_ROWS),
                    })
                  : t('matching.note')}
              </p>
              {matching.problem && (
                <Alert color="red" variant="light">
                  {matching.problem === 'other-number'
                    ? t('matching.otherNumber', { total: number(total) })
                    : matching.problem}
                </Alert>
              )}
              <div className={classes.foot}>
                <Button variant="default" onClick={onClose}>
                  {t('cancel')}
                </Button>
                <Button
                  color={kind === 'delete' ? 'red' : undefined}
                  loading={matching.isWriting}
                  disabled={
                    !change || Boolean(isWrong) || total === 0 || total > MOST_MATCHING_ROWS
                  }
                  onClick={() => change && void matching.write(change, total)}
                >
                  {kind === 'delete'
                    ? t('matching.applyDelete', { count: total, total: number(total) })
                    : t('matching.applyUpdate', { count: total, total: number(total) })}
                </Button>
              </div>
            </>
          )}
        </QueryView>
      </div>
    </Modal>
  );
}

/** Which rows are meant, in the words of the filter bar. */
function MatchedRows({ view, columns }: { view: Selection; columns: ShownColumn[] }) {
  const { t } = useTranslation('edits');
  const filter = joinFilters(view.filters);
  const labelOf = (name: string) => columns.find((one) => one.name === name)?.label ?? name;
  return (
    <p className={classes.matched}>
      {t('matching.where')} {filter && <FilterText filter={filter} labelOf={labelOf} />}
      {filter && view.where.trim() !== '' && ` ${t('matching.and')} `}
      {view.where.trim() !== '' && <code>{view.where}</code>}
    </p>
  );
}
