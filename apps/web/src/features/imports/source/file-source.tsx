import { Button } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './source-step.module.css';

type FileSourceProps = { isBusy: boolean; onFile: (file: File) => void };

/** Endings only sort what the file window shows: what a file really is, its content tells. */
const ENDINGS = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.parquet,.gz';

export function FileSource({ isBusy, onFile }: FileSourceProps) {
  const { t } = useTranslation('imports');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isEmpty, setIsEmpty] = useState(false);

  function take(file: File | undefined) {
    if (!file || isBusy) return;
    setIsEmpty(file.size === 0);
    if (file.size > 0) onFile(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  }

  return (
    // Dropping is one more way besides the button, which every keyboard reaches.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.drop}
      data-over={isOver || undefined}
      aria-label={t('source.file')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className={classes.dropMark}>
        <Icon name="upload" size={22} />
      </span>
      <h2 className={classes.dropTitle}>{t('source.drop')}</h2>
      <p className={classes.dropLine}>{t('source.formats')}</p>
      <Button loading={isBusy} onClick={() => input.current?.click()}>
        {t('source.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ENDINGS}
        aria-label={t('source.choose')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      {isEmpty && (
        <p className={classes.problem} role="alert">
          {t('source.empty')}
        </p>
      )}
      <p className={classes.note}>{t('source.note')}</p>
    </section>
  );
}
