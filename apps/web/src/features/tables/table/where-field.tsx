import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-bar.module.css';

type WhereFieldProps = { where: string; onApply: (where: string) => void; onClose: () => void };

/** A condition as it stands after WHERE; it is sent with Enter, not while it is typed. */
export function WhereField({ where, onApply, onClose }: WhereFieldProps) {
  const { t } = useTranslation('tables');
  const [text, setText] = useState(where);
  return (
    <form
      className={classes.where}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <TextInput
        size="xs"
        autoFocus={where === ''}
        className={classes.whereInput}
        classNames={{ input: classes.code }}
        aria-label={t('filter.whereLabel')}
        placeholder={t('filter.wherePlaceholder')}
        leftSection={<span className={classes.keyword}>WHERE</span>}
        leftSectionWidth={58}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={
          text.trim() !== where && <kbd className={classes.enter}>{t('filter.whereEnter')}</kbd>
        }
        rightSectionWidth={text.trim() === where ? 0 : 64}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // First back to what is applied, then away.
          if (text !== where) setText(where);
          else if (where === '') onClose();
        }}
      />
      <button
        type="button"
        className={classes.remove}
        aria-label={t('filter.whereRemove')}
        onClick={onClose}
      >
        <Icon name="close" size={12} />
      </button>
    </form>
  );
}
