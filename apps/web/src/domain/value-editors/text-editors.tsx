import { ActionIcon, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { CodeText } from './code-text.tsx';
import type { EditorProps } from './editor-props.ts';
import { fieldProps } from './field-props.ts';
import { textOfValue } from './field-value.ts';
import classes from './value-editor.module.css';

const LONG = 60;
const MOST_LINES = 14;

/** Longer ones are read and edited line by line. */
const LONGEST_PLAIN = 240;

export function TextEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { value, onChange } = props;
  const text = textOfValue(value);
  // Decided once: a field that changes while somebody types in it would lose their place.
  const [isLong] = useState(() => text.length > LONGEST_PLAIN || /[\r\n]/.test(text));
  return (
    <>
      {isLong ? (
        <CodeText {...props} language="text" />
      ) : (
        <Textarea
          {...fieldProps(props)}
          autosize
          minRows={1}
          maxRows={MOST_LINES}
          value={text}
          onChange={(event) => onChange({ set: event.currentTarget.value })}
        />
      )}
      {text.length > LONG && (
        <div className={classes.below}>{t('characters', { count: [...text].length })}</div>
      )}
    </>
  );
}

export function NumberEditor(props: EditorProps) {
  const { value, onChange } = props;
  return (
    <TextInput
      {...fieldProps(props)}
      className={classes.number}
      inputMode="decimal"
      value={textOfValue(value)}
      onChange={(event) => onChange({ set: event.currentTarget.value })}
    />
  );
}

export function UuidEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { value, onChange, isReadOnly } = props;
  return (
    <div className={classes.line}>
      <TextInput
        {...fieldProps(props)}
        className={`${classes.grow} ${classes.mono}`}
        value={textOfValue(value)}
        onChange={(event) => onChange({ set: event.currentTarget.value })}
      />
      {!isReadOnly && (
        <Tooltip label={t('generate')}>
          <ActionIcon
            size={32}
            variant="default"
            aria-label={t('generate')}
            onClick={() => onChange({ set: crypto.randomUUID() })}
          >
            <Icon name="wand" />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
