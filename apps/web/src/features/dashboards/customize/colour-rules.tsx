import {
  ruleSigns,
  ruleTones,
  type ColourRule,
  type ColumnFormat,
} from '@causeway/contract/number-formats.ts';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './colour-rules.module.css';

type ColourRulesProps = {
  format: ColumnFormat;
  onChange: (part: Pick<ColumnFormat, 'rules'>) => void;
};

/** From which limit on a number is good, needs attention, or is bad. */
export function ColourRules({ format, onChange }: ColourRulesProps) {
  const { t } = useTranslation('dashboards');
  const rules = format.rules ?? [];
  const put = (at: number, part: Partial<ColourRule>) =>
    onChange({ rules: rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)) });
  return (
    <>
      {rules.map((rule, at) => (
        // Rules have no names; one is the place it stands at.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes.rule}>
          <NativeSelect
            aria-label={t('format.when')}
            value={rule.when}
            data={ruleSigns.map((sign) => ({ value: sign, label: t(`format.signs.${sign}`) }))}
            onChange={({ currentTarget: { value } }) =>
              put(at, { when: ruleSigns.find((sign) => sign === value) ?? rule.when })
            }
          />
          <DecimalInput
            aria-label={t('format.limit')}
            value={rule.value}
            hideControls
            onChange={(value) => value !== null && put(at, { value })}
          />
          <NativeSelect
            aria-label={t('format.tone')}
            value={rule.tone}
            data={ruleTones.map((tone) => ({ value: tone, label: t(`tone.${tone}`) }))}
            onChange={({ currentTarget: { value } }) =>
              put(at, { tone: ruleTones.find((tone) => tone === value) ?? rule.tone })
            }
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('format.removeRule')}
            onClick={() => onChange({ rules: rules.filter((_, place) => place !== at) })}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      ))}
      {rules.length < 10 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={13} />}
          onClick={() => onChange({ rules: [...rules, { when: 'above', value: 0, tone: 'good' }] })}
        >
          {t('format.addRule')}
        </Button>
      )}
    </>
  );
}
