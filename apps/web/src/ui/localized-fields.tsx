import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './localized-fields.module.css';

type LocalizedText = Record<string, string | null | undefined>;

type LocalizedFieldsProps = {
  /** What is written in several languages, such as "Title". */
  label: string;
  languages: readonly string[];
  value: LocalizedText;
  onChange: (value: LocalizedText) => void;
  isMultiline?: boolean;
};

/** One field a language. An empty one shows, as a hint, the text that will stand in for it. */
export function LocalizedFields(props: LocalizedFieldsProps) {
  const { label, languages, value, onChange, isMultiline = false } = props;
  const { i18n } = useTranslation('ui');
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const standIn = languages.map((language) => value[language]).find((text) => text?.trim()) ?? '';
  const Field = isMultiline ? Textarea : TextInput;
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{label}</legend>
      {languages.map((language) => (
        <Field
          key={language}
          label={names.of(language) ?? language}
          classNames={{ root: classes.field, label: classes.language, wrapper: classes.input }}
          lang={language}
          placeholder={standIn}
          value={value[language] ?? ''}
          onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value })}
          {...(isMultiline && { autosize: true, minRows: 2 })}
        />
      ))}
    </fieldset>
  );
}
