import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUrlField, type ReadUrl } from '#domain/connectors/use-url-field.ts';
import classes from './onboarding.module.css';

type UrlLineProps = { kind: ReadUrl['kind']; onRead: (fields: ReadUrl['fields']) => void };

/** The address that providers show; what could be read of it leaves for the fields below. */
export function UrlLine({ kind, onRead }: UrlLineProps) {
  const { t } = useTranslation('onboarding');
  const { outcome, props } = useUrlField({
    kind,
    onRead: ({ fields }) => onRead(fields),
    isOnlyOfKind: true,
  });
  const isWrong = outcome !== undefined && outcome.kind !== kind;
  return (
    <TextInput
      {...props}
      className={classes.url}
      label={t('connectors.url')}
      error={isWrong && t(`connectors.noUrl.${kind}`)}
    />
  );
}
