import { environments, type Environment } from '@causeway/contract/connectors/settings.ts';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type EnvironmentFieldProps = {
  value: Environment | '';
  onChange: (value: Environment | '') => void;
};

/** What it is for: production is marked red wherever it is worked on. */
export function EnvironmentField({ value, onChange }: EnvironmentFieldProps) {
  const { t } = useTranslation('connectors');
  return (
    <NativeSelect
      label={t('environment.label')}
      description={t('environment.line')}
      data={[
        { value: '', label: t('environment.none') },
        ...environments.map((one) => ({ value: one, label: t(`environment.${one}`) })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Environment | '')}
    />
  );
}
