import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './source-step.module.css';

type PasteSourceProps = { isBusy: boolean; onText: (file: File) => void };

/** Pasted text becomes a small file: from there on all is the same. */
export function PasteSource({ isBusy, onText }: PasteSourceProps) {
  const { t } = useTranslation('imports');
  const [text, setText] = useState('');
  return (
    <form
      className={classes.source}
      onSubmit={(event) => {
        event.preventDefault();
        const isJson = /^\s*[[{]/.test(text);
        onText(new File([text], t(isJson ? 'source.pastedJson' : 'source.pastedCsv')));
      }}
    >
      <h2 className={classes.sourceTitle}>
        <Icon name="copy" /> {t('source.paste')}
      </h2>
      <Textarea
        aria-label={t('source.paste')}
        placeholder={t('source.pastePlaceholder')}
        classNames={{ input: classes.pasted }}
        rows={5}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={text.trim() === '' || isBusy}
        className={classes.go}
      >
        {t('source.usePasted')}
      </Button>
    </form>
  );
}
