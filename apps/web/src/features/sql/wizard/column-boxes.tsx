import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NamedColumn } from '../completion/names-index.ts';
import classes from './columns-step.module.css';

type ColumnBoxesProps = {
  columns: readonly NamedColumn[];
  chosen: readonly string[];
  /** Filled by the database itself, so they can't be chosen to be written. */
  computed?: ReadonlySet<string>;
  onChange: (chosen: string[]) => void;
};

/** Columns to tick; they stand in the query in the order they were ticked. */
export function ColumnBoxes({ columns, chosen, computed, onChange }: ColumnBoxesProps) {
  const { t } = useTranslation('sql');
  return (
    <div className={classes.columns}>
      {columns.map(({ name, type }) => (
        <Checkbox
          key={name}
          size="xs"
          className={classes.choice}
          checked={chosen.includes(name)}
          disabled={computed?.has(name)}
          title={computed?.has(name) ? t('wizard.reason.computed') : undefined}
          label={
            <>
              {name} <span className={classes.pairs}>{type}</span>
            </>
          }
          onChange={() =>
            onChange(
              chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name],
            )
          }
        />
      ))}
    </div>
  );
}
