import type { RowImage, StagedValue } from '@causeway/contract/tables/edits.ts';
import { useTranslation } from 'react-i18next';
import classes from './change-table.module.css';
import { ValueText } from '#domain/data-grid/value-text.tsx';

type ChangeTableProps = {
  /** Undefined where there was no row. */
  before: RowImage | undefined;
  /** Undefined where there is none any more. */
  after: Record<string, StagedValue | string | null> | undefined;
};

/** Columns with what they were and what they are; those that stayed the same are left out. */
export function ChangeTable({ before, after }: ChangeTableProps) {
  const { t } = useTranslation('row-drafts');
  const names = Object.keys(after ?? before ?? {}).filter(
    (name) => !before || !after || before[name] !== after[name],
  );
  if (names.length === 0) return <p className={classes.none}>{t('changes.allDefaults')}</p>;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{t('changes.column')}</th>
          {before && <th>{t('changes.before')}</th>}
          {after && <th>{t('changes.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {before && (
              <td className={classes.before}>
                <ValueText value={before[name] ?? null} />
              </td>
            )}
            {after && (
              <td className={classes.after}>
                <ValueText value={after[name] ?? null} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
