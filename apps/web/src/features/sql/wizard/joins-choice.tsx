import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { joinedColumns, type WizardTable } from './build-sql.ts';
import { ColumnBoxes } from './column-boxes.tsx';
import classes from './columns-step.module.css';
import type { Wizard } from './use-wizard.ts';

/** Tables along the foreign keys, and what is shown of those that are joined. */
export function JoinsChoice({ wizard, table }: { wizard: Wizard; table: WizardTable }) {
  const { t } = useTranslation('sql');
  const { state, choose } = wizard;
  const isMissing = state.template === 'missing';

  function toggle(place: number) {
    if (isMissing) return choose({ joins: [place] });
    const isJoined = state.joins.includes(place);
    return choose({
      joins: isJoined ? state.joins.filter((one) => one !== place) : [...state.joins, place],
    });
  }

  return (
    <fieldset className={classes.part}>
      <legend>{t(`wizard.joins.${isMissing ? 'missing' : 'joined'}`)}</legend>
      {table.references.map((reference, place) => (
        <div key={`${reference.name} ${reference.pairs.join(' ')}`}>
          <Checkbox
            size="xs"
            className={classes.choice}
            checked={state.joins.includes(place)}
            label={
              <>
                {reference.name}{' '}
                <span className={classes.pairs}>
                  {reference.pairs.map(([own, other]) => `${own} = ${other}`).join(', ')}
                </span>{' '}
                {reference.isMany && <span className={classes.many}>{t('wizard.many')}</span>}
              </>
            }
            onChange={() => toggle(place)}
          />
          {!isMissing && state.joins.includes(place) && (
            <fieldset
              className={classes.joined}
              aria-label={t('wizard.joinedColumns', { table: reference.name })}
            >
              <ColumnBoxes
                columns={reference.columns}
                chosen={joinedColumns(state, place, reference)}
                onChange={(columns) =>
                  choose({ joinedColumns: { ...state.joinedColumns, [place]: columns } })
                }
              />
            </fieldset>
          )}
        </div>
      ))}
    </fieldset>
  );
}
