import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-bar.module.css';

/** Rows in which any column contains a text. It becomes a filter, so that it can be shared and taken back. */
export function QuickSearch({ onSearch }: { onSearch: (text: string) => void }) {
  const { t } = useTranslation('tables');
  const [text, setText] = useState('');
  function search(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') return;
    onSearch(text.trim());
    setText('');
  }
  return (
    <form className={classes.quick} onSubmit={search}>
      <Icon name="search" size={13} />
      <input
        className={classes.quickInput}
        type="search"
        maxLength={200}
        aria-label={t('filter.quick')}
        placeholder={t('filter.quick')}
        title={t('filter.quickHint')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </form>
  );
}
