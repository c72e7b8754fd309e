import type { EditConflict } from '@causeway/contract/edits.ts';
import { Button, Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownColumn } from '../table-columns.ts';
import classes from './conflict-dialog.module.css';
import type { Patch } from './draft-changes.ts';
import {
  firstDecision,
  isDelete,
  listConflictColumns,
  resolveConflicts,
  type Decision,
} from './merge.ts';
import type { SaveState } from './use-save-draft.ts';
import { ValueText } from './value-text.tsx';

type ConflictDialogProps = {
  state: Extract<SaveState, { kind: 'conflict' }>;
  columns: ShownColumn[];
  /** The draft as it is to be saved now. */
  onResolve: (patch: Patch) => void;
  onClose: () => void;
};

/** Rows that somebody else changed meanwhile: for each column what it was, what I want, what it is now. */
export default function ConflictDialog({
  state,
  columns,
  onResolve,
  onClose,
}: ConflictDialogProps) {
  const { t } = useTranslation('editing');
  const { conflicts, total } = state;
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const decisionOf = (conflict: EditConflict) =>
    decisions.get(conflict.ref) ?? firstDecision(conflict);
  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      title={t('conflict.title', { count: total })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.line}>{t('conflict.line')}</p>
      <ul className={classes.rows}>
        {conflicts.map((conflict) => (
          <li key={conflict.ref}>
            <ConflictRow
              conflict={conflict}
              columns={columns}
              decision={decisionOf(conflict)}
              onDecide={(decision) =>
                setDecisions(new Map([...decisions, [conflict.ref, decision]]))
              }
            />
          </li>
        ))}
      </ul>
      {total > conflicts.length && (
        <p className={classes.line}>{t('conflict.more', { count: total - conflicts.length })}</p>
      )}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('conflict.later')}
        </Button>
        <Button onClick={() => onResolve(resolveConflicts(conflicts, decisionOf))}>
          {t('conflict.save')}
        </Button>
      </footer>
    </Modal>
  );
}

type ConflictRowProps = {
  conflict: EditConflict;
  columns: ShownColumn[];
  decision: Decision;
  onDecide: (decision: Decision) => void;
};

function ConflictRow({ conflict, columns, decision, onDecide }: ConflictRowProps) {
  const { t } = useTranslation('editing');
  const { key, theirs } = conflict;
  const name = Object.entries(key)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
  return (
    <section aria-label={name}>
      <h3 className={classes.name}>{name}</h3>
      {!theirs && (
        <Choice
          line={t('conflict.gone')}
          giveUp={t(isDelete(conflict) ? 'conflict.fine' : 'conflict.forget')}
          insist={isDelete(conflict) ? undefined : t('conflict.again')}
          decision={decision}
          onDecide={onDecide}
        />
      )}
      {theirs && isDelete(conflict) && (
        <Choice
          line={t('conflict.toDelete')}
          giveUp={t('conflict.keep')}
          insist={t('conflict.deleteAnyway')}
          decision={decision}
          onDecide={onDecide}
        />
      )}
      {theirs && !isDelete(conflict) && (
        <Merge conflict={conflict} columns={columns} decision={decision} onDecide={onDecide} />
      )}
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

function Merge({ conflict, columns, decision, onDecide }: ConflictRowProps) {
  const { t } = useTranslation('editing');
  const mine = decision.kind === 'merge' ? decision.mine : [];
  function choose(column: string, isMine: boolean) {
    const others = mine.filter((name) => name !== column);
    onDecide({ kind: 'merge', mine: isMine ? [...others, column] : others });
  }
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label ?? name;
  return (
    <table className={classes.merge}>
      <thead>
        <tr>
          <th>{t('history.column')}</th>
          <th>{t('conflict.base')}</th>
          <th>{t('conflict.mine')}</th>
          <th>{t('conflict.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {listConflictColumns(conflict).map((column) => (
          <tr key={column.name} data-contested={column.isContested || undefined}>
            <th scope="row">
              {labelOf(column.name)}
              {!column.isContested && <small>{t('conflict.onlyMine')}</small>}
            </th>
            <td>
              <ValueText value={column.base} />
            </td>
            <td>
              <Radio
                size="xs"
                name={`${conflict.ref} ${column.name}`}
                checked={mine.includes(column.name)}
                onChange={() => choose(column.name, true)}
                label={<ValueText value={column.mine} />}
                aria-label={t('conflict.chooseMine', { column: labelOf(column.name) })}
              />
            </td>
            <td>
              <Radio
                size="xs"
                name={`${conflict.ref} ${column.name}`}
                checked={!mine.includes(column.name)}
                onChange={() => choose(column.name, false)}
                label={<ValueText value={column.theirs} />}
                aria-label={t('conflict.chooseTheirs', { column: labelOf(column.name) })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
