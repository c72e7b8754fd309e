import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import classes from './account.module.css';

/** Shown once: the server keeps only what it takes to recognise them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('account');
  useUnsavedWork(true);
  const text = codes.join('\n');
  return (
    <div className={classes.stack}>
      <output className={classes.notice} data-tone="good">
        {t('totp.codesLine')}
      </output>
      <ol data-private className={classes.codes} aria-label={t('totp.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        <Button onClick={onDone}>{t('totp.kept')}</Button>
        <Button
          variant="default"
          onClick={() =>
            saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), t('totp.fileName'))
          }
        >
          {t('totp.download')}
        </Button>
        <CopyButton value={text} label={t('totp.copyCodes')} />
      </Group>
    </div>
  );
}
