import type { PreviewRow } from '@causeway/contract/replace.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { MarkedText } from './marked-text.tsx';
import classes from './match-row.module.css';

type MatchRowProps = {
  row: PreviewRow;
  isTaken: boolean;
  mayChoose: boolean;
  onTake: (isTaken: boolean) => void;
};

/** A row with what goes and what comes; unticked it stays as it is. */
export function MatchRow({ row, isTaken, mayChoose, onTake }: MatchRowProps) {
  const { t } = useTranslation('replace');
  const key = Object.entries(row.key)
    .map(([column, value]) => `${column} ${value}`)
    .join(' · ');
  return (
    <li className={classes.row} data-left={!isTaken || undefined}>
      <Checkbox
        size="xs"
        checked={isTaken}
        disabled={!mayChoose}
        aria-label={t('matches.take', { row: row.label ?? key })}
        onChange={({ currentTarget: { checked } }) => onTake(checked)}
      />
      <div className={classes.body}>
        <p className={classes.name}>
          {row.label !== null && <span className={classes.label}>{row.label}</span>}
          <span className={classes.key}>{key}</span>
        </p>
        {row.cells.map((cell) => (
          <div key={cell.column} className={classes.cell}>
            <span className={classes.column}>{cell.column}</span>
            <MarkedText marks={cell.marks} />
            {cell.conflict && (
              <span className={classes.conflict}>
                <Icon name="warning" size={13} /> {t(`conflict.${cell.conflict}`)}
              </span>
            )}
          </div>
        ))}
      </div>
    </li>
  );
}
