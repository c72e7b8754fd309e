import { NativeSelect, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './map-step.module.css';
import type { ModeKind, PlanDraft } from '../plan/plan-draft.ts';

type ModeChoiceProps = {
  draft: PlanDraft;
  /** Keys of the table, the primary one first; none leaves only inserting. */
  keys: string[][];
  onChange: (change: Partial<PlanDraft>) => void;
};

const modes: ModeKind[] = ['insert', 'insertNew', 'upsert'];

/** What happens to a row whose key is in the table already. */
export function ModeChoice({ draft, keys, onChange }: ModeChoiceProps) {
  const { t } = useTranslation('imports');
  const key = draft.key ?? keys[0] ?? [];
  return (
    <Radio.Group
      label={t('mode.label')}
      value={draft.mode}
      onChange={(value) => onChange({ mode: modes.find((one) => one === value) ?? 'insert' })}
    >
      <div className={classes.modes}>
        {modes.map((mode) => (
          <Radio
            key={mode}
            size="xs"
            value={mode}
            label={t(`mode.${mode}`)}
            description={t(`mode.${mode}Line`)}
            disabled={mode !== 'insert' && keys.length === 0}
          />
        ))}
        {draft.mode !== 'insert' && keys.length > 1 && (
          <NativeSelect
            size="xs"
            label={t('mode.key')}
            data={keys.map((columns) => ({
              value: JSON.stringify(columns),
              label: columns.join(', '),
            }))}
            value={JSON.stringify(key)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ key: keys.find((columns) => JSON.stringify(columns) === value) })
            }
          />
        )}
      </div>
      {keys.length === 0 && <p className={classes.note}>{t('mode.noKey')}</p>}
    </Radio.Group>
  );
}
