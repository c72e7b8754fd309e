import { ActionIcon, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import classes from './value-editor.module.css';

/** What every field of text is told. */
export function fieldProps(props: EditorProps) {
  const { label, placeholder, isInvalid, isReadOnly, hasFocus, describedBy } = props;
  return {
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    error: isInvalid,
    placeholder,
    readOnly: isReadOnly,
    autoFocus: hasFocus,
    'data-autofocus': hasFocus || undefined,
    spellCheck: false,
    autoComplete: 'off',
  };
}

const LONG = 60;
const MOST_LINES = 14;

export function TextEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { value, onChange } = props;
  const text = textOfValue(value);
  return (
    <>
      <Textarea
        {...fieldProps(props)}
        autosize
        minRows={1}
        maxRows={MOST_LINES}
        value={text}
        onChange={(event) => onChange({ set: event.currentTarget.value })}
      />
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
