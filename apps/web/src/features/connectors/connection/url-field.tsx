import { Button, TextInput } from '@mantine/core';
import { useEffect, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readConnectionUrl, type ConnectionUrl } from '#domain/connectors/connection-url.ts';
import { takeConnectionUrl } from '#domain/connectors/handed-url.ts';
import type { Kind } from './kinds.ts';
import classes from './url-field.module.css';

const examples = {
  sql: 'postgres://user:password@host:5432/database',
  s3: 's3://key:secret@bucket?endpoint=https://…',
};

export type ReadUrl = Exclude<ConnectionUrl, { kind: 'unreadable' }>;

/**
 * Takes the address of a connection apart. It holds a password, so it is never sent and does not stay:
 * what could be read leaves the field for the fields below.
 */
export function UrlField({ kind, onRead }: { kind: Kind; onRead: (url: ReadUrl) => void }) {
  const { t } = useTranslation('connectors');
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<ConnectionUrl>();

  function take(pasted: string) {
    const url = readConnectionUrl(pasted);
    setOutcome(url);
    setText(url.kind === 'unreadable' ? pasted : '');
    if (url.kind !== 'unreadable') onRead(url);
  }

  // Typed on another page, where this form was not open yet.
  useEffect(() => {
    const handed = takeConnectionUrl();
    if (handed !== undefined) take(handed);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  function paste(event: ClipboardEvent) {
    if (text !== '') return;
    event.preventDefault();
    take(event.clipboardData.getData('text'));
  }

  function takeOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take(text);
  }

  return (
    <div>
      <TextInput
        label={t('url.label')}
        description={t('url.line')}
        placeholder={examples[kind]}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.input }}
        value={text}
        error={outcome?.kind === 'unreadable' && t(`url.unreadable.${outcome.reason}`)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOutcome(undefined);
        }}
        onPaste={paste}
        onKeyDown={takeOnEnter}
        // Whoever goes on without a further word means it.
        onBlur={() => text.trim() !== '' && take(text)}
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
