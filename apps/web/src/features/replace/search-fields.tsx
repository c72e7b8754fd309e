import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './replace-page.module.css';
import type { SearchDraft } from './search-address.ts';

type SearchFieldsProps = {
  draft: SearchDraft;
  /** What a regular expression means here. */
  patternLine: string;
  onChange: (change: Partial<SearchDraft>) => void;
};

const switches = ['matchCase', 'wholeWord', 'isRegex'] as const;

/** What to look for, how, and what takes its place. */
export function SearchFields({ draft, patternLine, onChange }: SearchFieldsProps) {
  const { t } = useTranslation('replace');
  const text = {
    classNames: { input: classes.code },
    autosize: true,
    minRows: 1,
    maxRows: 6,
    spellCheck: false,
  };
  return (
    <>
      <Textarea
        {...text}
        label={t('fields.find')}
        description={draft.isRegex ? patternLine : undefined}
        value={draft.find}
        onChange={({ currentTarget: { value } }) => onChange({ find: value })}
      />
      <div className={classes.switches}>
        {switches.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={t(`fields.${name}`)}
            checked={draft[name]}
            onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
          />
        ))}
      </div>
      <Textarea
        {...text}
        label={t('fields.replaceWith')}
        description={draft.isRegex ? t('fields.groups') : undefined}
        placeholder={t('fields.nothing')}
        value={draft.replaceWith}
        onChange={({ currentTarget: { value } }) => onChange({ replaceWith: value })}
      />
    </>
  );
}
