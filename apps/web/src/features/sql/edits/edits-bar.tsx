import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { RowMergeDialog } from '#domain/row-merge/row-merge-dialog.tsx';
import classes from './edits-bar.module.css';
import { EditedValue } from './edited-value.tsx';
import type { ResultEdits } from './use-result-edits.ts';

/** How many rows wait to be saved, the SQL that would do it, and the two ways out. */
export function EditsBar({ edits, onSaved }: { edits: ResultEdits; onSaved: () => void }) {
  const { t } = useTranslation('sql');
  const [statements, setStatements] = useState<string[]>();
  if (edits.changes.length === 0) return null;

  async function write(attempt: Promise<boolean>) {
    try {
      if (await attempt) onSaved();
    } catch {
      // The bar shows what is wrong.
    }
  }

  return (
    <>
      <section className={classes.bar} aria-label={t('edits.label')}>
        <span>{t('edits.count', { count: edits.changes.length })}</span>
        {edits.error !== null && <span className={classes.error}>{errorText(edits.error)}</span>}
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => void edits.preview().then(setStatements, notifyError)}
        >
          {t('edits.review')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={edits.isBusy}
          onClick={() => void edits.discard().catch(notifyError)}
        >
          {t('edits.discard')}
        </Button>
        <Button size="compact-sm" loading={edits.isBusy} onClick={() => void write(edits.save())}>
          {t('edits.save')}
        </Button>
      </section>
      <Modal
        opened={statements !== undefined}
        onClose={() => setStatements(undefined)}
        title={t('edits.review')}
        size={720}
      >
        <pre className={classes.sql}>{statements?.join('\n')}</pre>
      </Modal>
      {edits.conflicts && (
        <RowMergeDialog
          {...edits.conflicts}
          labelOf={(column) => column}
          Value={EditedValue}
          onResolve={(merged) => void write(edits.resolve(merged))}
          onClose={edits.decideLater}
        />
      )}
    </>
  );
}
