import { TextInput } from '@mantine/core';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readConnectionUrl, type ConnectionUrl } from '#domain/connectors/connection-url.ts';
import classes from './onboarding.module.css';

const examples = {
  sql: 'postgres://user:password@host:5432/database',
  s3: 's3://key:secret@bucket?endpoint=https://…',
};

type Kind = keyof typeof examples;
type Fields = Exclude<ConnectionUrl, { kind: 'unreadable' }>['fields'];
type UrlLineProps = { kind: Kind; onRead: (fields: Fields) => void };

/** Takes the address apart that providers show. What could be read leaves for the fields below. */
export function UrlLine({ kind, onRead }: UrlLineProps) {
  const { t } = useTranslation('onboarding');
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);

  function take(pasted: string) {
    if (pasted.trim() === '') return;
    const url = readConnectionUrl(pasted);
    const isRead = url.kind === kind;
    setIsWrong(!isRead);
    setText(isRead ? '' : pasted);
    if (isRead) onRead(url.fields);
  }

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
    <TextInput
      className={classes.url}
      label={t('connectors.url')}
      placeholder={examples[kind]}
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={isWrong && t(`connectors.noUrl.${kind}`)}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setIsWrong(false);
      }}
      onPaste={paste}
      onKeyDown={takeOnEnter}
      onBlur={() => take(text)}
    />
  );
}
