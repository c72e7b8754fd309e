import type { EditConflict, StagedValue } from '@causeway/contract/tables/edits.ts';
import { Button, Modal, Radio } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import {
  firstDecision,
  isDelete,
  listConflictColumns,
  resolveConflicts,
  type Decision,
  type MergedChanges,
} from './merge.ts';
import classes from './row-merge-dialog.module.css';

type RowMergeDialogProps = {
  conflicts: EditConflict[];
  /** How many there are in all: only the first are listed. */
  total: number;
  /** What people read for a column. */
  labelOf: (column: string) => string;
  Value: ShownValue;
  /** The draft as it is to be saved now. */
  onResolve: (changes: MergedChanges) => void;
  onClose: () => void;
};

/** A value as text, null for NULL, or one that is staged: in one line. */
type ShownValue = ComponentType<{ value: string | null | StagedValue }>;

/** Rows that somebody else changed meanwhile: for each column what it was, what I want, what it is now. */
export function RowMergeDialog(props: RowMergeDialogProps) {
  const { conflicts, total, labelOf, Value, onResolve, onClose } = props;
  const { t } = useTranslation('row-merge');
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const decisionOf = (conflict: EditConflict) =>
    decisions.get(conflict.ref) ?? firstDecision(conflict);
  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      title={t('title', { count: total })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.line}>{t('line')}</p>
      <ul className={classes.rows}>
        {conflicts.map((conflict) => (
          <li key={conflict.ref}>
            <ConflictRow
              conflict={conflict}
              labelOf={labelOf}
              Value={Value}
              decision={decisionOf(conflict)}
              onDecide={(decision) =>
                setDecisions(new Map([...decisions, [conflict.ref, decision]]))
              }
            />
          </li>
        ))}
      </ul>
      {total > conflicts.length && (
        <p className={classes.line}>{t('more', { count: total - conflicts.length })}</p>
      )}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('later')}
        </Button>
        <Button onClick={() => onResolve(resolveConflicts(conflicts, decisionOf))}>
          {t('save')}
        </Button>
      </footer>
    </Modal>
  );
}

type ConflictRowProps = Pick<RowMergeDialogProps, 'labelOf' | 'Value'> & {
  conflict: EditConflict;
  decision: Decision;
  onDecide: (decision: Decision) => void;
};

function ConflictRow(props: ConflictRowProps) {
  const { conflict, decision, onDecide } = props;
  const { t } = useTranslation('row-merge');
  const { key, theirs } = conflict;
  const name = Object.entries(key)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
  return (
    <section aria-label={name}>
      <h3 className={classes.name}>{name}</h3>
      {!theirs && (
        <Choice
          line={t('gone')}
          giveUp={t(isDelete(conflict) ? 'fine' : 'forget')}
          insist={isDelete(conflict) ? undefined : t('again')}
          decision={decision}
          onDecide={onDecide}
        />
      )}
      {theirs && isDelete(conflict) && (
        <Choice
          line={t('toDelete')}
          giveUp={t('keep')}
          insist={t('deleteAnyway')}
          decision={decision}
          onDecide={onDecide}
        />
      )}
      {theirs && !isDelete(conflict) && <Merge {...props} />}
    </section>
  );
}

type ChoiceProps = {
  line: string;
  giveUp: string;
  insist: string | undefined;
  decision: Decision;
  onDecide: (decision: Decision) => void;
};

function Choice({ line, giveUp, insist, decision, onDecide }: ChoiceProps) {
  return (
    <Radio.Group
      label={line}
      value={decision.kind}
      onChange={(kind) => onDecide({ kind: kind === 'insist' ? 'insist' : 'giveUp' })}
    >
      <div className={classes.choices}>
        <Radio size="xs" value="giveUp" label={giveUp} />
        {insist && <Radio size="xs" value="insist" label={insist} />}
      </div>
    </Radio.Group>
  );
}

function Merge({ conflict, labelOf, Value, decision, onDecide }: ConflictRowProps) {
  const { t } = useTranslation('row-merge');
  const mine = decision.kind === 'merge' ? decision.mine : [];
  function choose(column: string, isMine: boolean) {
    const others = mine.filter((name) => name !== column);
    onDecide({ kind: 'merge', mine: isMine ? [...others, column] : others });
  }
  return (
    <table className={classes.merge}>
      <thead>
        <tr>
          <th>{t('column')}</th>
          <th>{t('base')}</th>
          <th>{t('mine')}</th>
          <th>{t('theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {listConflictColumns(conflict).map((column) => (
          <tr key={column.name} data-contested={column.isContested || undefined}>
            <th scope="row">
              {labelOf(column.name)}
              {!column.isContested && <small>{t('onlyMine')}</small>}
            </th>
            <td data-label={t('base')}>
              <Value value={column.base} />
            </td>
            <td data-label={t('mine')}>
              <Radio
                size="xs"
                name={`${conflict.ref} ${column.name}`}
                checked={mine.includes(column.name)}
                onChange={() => choose(column.name, true)}
                label={<Value value={column.mine} />}
                aria-label={t('chooseMine', { column: labelOf(column.name) })}
              />
            </td>
            <td data-label={t('theirs')}>
              <Radio
                size="xs"
                name={`${conflict.ref} ${column.name}`}
                checked={!mine.includes(column.name)}
                onChange={() => choose(column.name, false)}
                label={<Value value={column.theirs} />}
                aria-label={t('chooseTheirs', { column: labelOf(column.name) })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
