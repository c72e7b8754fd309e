import { tlsModes } from '@causeway/contract/connectors/connectors.ts';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How a connection to a database is encrypted. */
export function TlsSelect(props: Omit<NativeSelectProps, 'data'>) {
  const { t } = useTranslation('connectors');
  return (
    <NativeSelect
      label={t('fields.tls')}
      {...props}
      data={tlsModes.map((value) => ({ value, label: t(`tls.${value}`) }))}
    />
  );
}
