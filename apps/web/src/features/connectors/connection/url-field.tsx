import { Button, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { takeConnectionUrl } from '#domain/connectors/handed-url.ts';
import { useUrlField, type ReadUrl } from '#domain/connectors/use-url-field.ts';
import type { Kind } from './kinds.ts';
import classes from './url-field.module.css';

/** Takes the address of a connection, whatever it is one of. */
export function UrlField({ kind, onRead }: { kind: Kind; onRead: (url: ReadUrl) => void }) {
  const { t } = useTranslation('connectors');
  const { text, outcome, take, props } = useUrlField({ kind, onRead });

  // Typed on another page, where this form was not open yet.
  useEffect(() => {
    const handed = takeConnectionUrl();
    if (handed !== undefined) take(handed);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return (
    <div>
      <TextInput
        {...props}
        label={t('url.label')}
        description={t('url.line')}
        classNames={{ input: classes.input }}
        error={outcome?.kind === 'unreadable' && t(`url.unreadable.${outcome.reason}`)}
        rightSectionWidth="auto"
        rightSection={
          text && (
            <Button size="compact-xs" variant="light" mr={4} onClick={() => take(text)}>
              {t('url.fill')}
            </Button>
          )
        }
      />
      <output className={classes.outcome}>
        {outcome && outcome.kind !== 'unreadable' && t('url.filled')}
      </output>
    </div>
  );
}
