import { tileClicks, type AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './inspector.module.css';

type BehaviourOfTileProps = {
  tile: AskingTile;
  onChange: (tile: AskingTile, kind?: string) => void;
};

/** What a click on a chart does, and what becomes of more series than there are colours. */
export function BehaviourOfTile({ tile, onChange }: BehaviourOfTileProps) {
  const { t } = useTranslation('dashboards');
  if (tile.kind !== 'chart') return null;
  return (
    <fieldset className={classes.place}>
      <legend>{t('section.behaviour')}</legend>
      <NativeSelect
        label={t('click.title')}
        value={tile.click ?? 'filter'}
        data={tileClicks.map((click) => ({ value: click, label: t(`click.${click}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...tile, click: tileClicks.find((click) => click === value) })
        }
      />
      {tile.chart?.series && (
        <Checkbox
          label={t('rest.title')}
          description={t('rest.line')}
          checked={tile.rest === 'sum'}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...tile, rest: checked ? 'sum' : undefined })
          }
        />
      )}
    </fieldset>
  );
}
