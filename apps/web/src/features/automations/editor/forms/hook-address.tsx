import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import classes from './forms.module.css';

/** Where a webhook is called; who may not start the workflow is told why it is missing. */
export function HookAddress({ url }: { url: string | null }) {
  const { t } = useTranslation('editor');
  if (url === null) return <p className={classes.hint}>{t('hook.withheld')}</p>;
  return (
    <TextInput
      label={t('hook.url')}
      description={t('hook.line')}
      readOnly
      value={url}
      rightSection={<CopyButton value={url} label={t('hook.copy')} />}
    />
  );
}
