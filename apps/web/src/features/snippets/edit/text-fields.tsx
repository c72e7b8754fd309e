import type { LocalizedText } from '@causeway/contract/snippets/snippet.ts';
import { contentLanguages, type ContentLanguage } from '@causeway/contract/translatable.ts';
import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SnippetText } from '../view/snippet-text.tsx';
import classes from './text-fields.module.css';

type TextFieldsProps = {
  title: LocalizedText;
  text: LocalizedText;
  onTitle: (title: LocalizedText) => void;
  onText: (text: LocalizedText) => void;
};

/**
 * SET-6: title and text, a language at a time. A reader sees theirs, else the first there is; the hint
 * in an empty field shows which that would be.
 */
export function TextFields({ title, text, onTitle, onText }: TextFieldsProps) {
  const { t, i18n } = useTranslation('snippets');
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const [language, setLanguage] = useState<ContentLanguage>(
    () =>
      contentLanguages.find((one) => one === i18n.language && (title[one] ?? '') !== '') ??
      contentLanguages.find((one) => title[one]) ??
      (i18n.language as ContentLanguage),
  );
  const [isPreview, setIsPreview] = useState(false);
  const standIn = (texts: LocalizedText) =>
    contentLanguages.map((one) => texts[one]).find((words) => words?.trim()) ?? '';
  const written = (one: ContentLanguage) => Boolean(title[one]?.trim() || text[one]?.trim());
  return (
    <div className={classes.fields}>
      <SegmentedControl
        className={classes.languages}
        aria-label={t('edit.language')}
        size="xs"
        value={language}
        onChange={setLanguage}
        data={contentLanguages.map((value) => ({
          value,
          label: `${names.of(value) ?? value}${written(value) ? ' •' : ''}`,
        }))}
      />
      <TextInput
        label={t('edit.name')}
        withAsterisk
        lang={language}
        maxLength={160}
        placeholder={standIn(title) || t('edit.nameExample')}
        value={title[language] ?? ''}
        onChange={({ currentTarget: { value } }) => onTitle({ ...title, [language]: value })}
      />
      {isPreview ? (
        <div className={classes.preview}>
          <SnippetText text={text[language] ?? standIn(text)} />
        </div>
      ) : (
        <Textarea
          label={t('edit.text')}
          description={t('edit.textLine')}
          lang={language}
          autosize
          minRows={4}
          maxRows={24}
          maxLength={20_000}
          placeholder={standIn(text)}
          value={text[language] ?? ''}
          onChange={({ currentTarget: { value } }) => onText({ ...text, [language]: value })}
        />
      )}
      <button type="button" className={classes.toggle} onClick={() => setIsPreview(!isPreview)}>
        {t(isPreview ? 'edit.write' : 'edit.preview')}
      </button>
    </div>
  );
}
