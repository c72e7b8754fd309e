import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { sqlEditorRoutes, type EffectPreview } from '@causeway/contract/sql/editor.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { bindingsOf } from '../run/run-store.ts';
import classes from './preview-dialog.module.css';

type PreviewDialogProps = {
  connectorId: string;
  sql: string;
  tab: EditorTab;
  onRun: (sql: string) => void;
  onClose: () => void;
};

/** The blast radius: what the statement does to which rows, seen for real and taken back. */
export function PreviewDialog({ connectorId, sql, tab, onRun, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const preview = useQuery({
    queryKey: ['queries', connectorId, 'preview', sql],
    queryFn: ({ signal }) =>
      api.call(
        sqlEditorRoutes.preview,
        { body: { connector: { id: connectorId }, sql, bindings: bindingsOf(tab, sql) } },
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = preview;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('preview.title')}
      size={900}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={preview} errorTitle={t('preview.failed')}>
        {(effect) => (
          <>
            <p className={classes.lead}>
              <b>
                {t(effect.command === 'DELETE' ? 'preview.deletes' : 'preview.updates', {
                  count: effect.rowCount,
                  number: number(effect.rowCount),
                  table: effect.table,
                })}
              </b>{' '}
              {t('preview.undone')}
            </p>
            <EffectTable effect={effect} />
            {effect.rowCount > effect.rows.length && (
              <p className={classes.note}>
                {t('preview.first', { number: number(effect.rows.length) })}
              </p>
            )}
          </>
        )}
      </QueryView>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        <Button
          color="red"
          disabled={!data || data.rowCount === 0}
          onClick={() => {
            onClose();
            onRun(sql);
          }}
        >
          {data
            ? t(data.command === 'DELETE' ? 'preview.delete' : 'preview.update', {
                count: data.rowCount,
                number: number(data.rowCount),
              })
            : t('toolbar.run')}
        </Button>
      </Group>
    </Modal>
  );
}

/** Only what changes, and what tells the rows apart; all of it when rows go. */
function EffectTable({ effect }: { effect: EffectPreview }) {
  const { t } = useTranslation('sql');
  const { columns, rows, command } = effect;
  const isShown = columns.map(
    ({ isKey }, at) =>
      command === 'DELETE' ||
      isKey ||
      rows.some(({ before, after }) => !before || before[at] !== after?.[at]),
  );
  const places = columns.flatMap((_, at) => (isShown[at] ? [at] : []));
  if (rows.length === 0) return <p className={classes.note}>{t('preview.nothing')}</p>;
  return (
    // The table scrolls, which a keyboard needs a tab stop for.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.frame} tabIndex={0} aria-label={t('preview.title')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {places.map((at) => (
              <th key={at}>{columns[at]?.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ before, after }, row) => (
            <tr
              // Rows have no other name than their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={row}
              data-removed={after === null || undefined}
            >
              {places.map((at) => {
                const [old, now] = [before?.[at], after?.[at]];
                const isChanged = after !== null && before !== null && old !== now;
                return (
                  <td key={at} data-changed={isChanged || undefined}>
                    {isChanged ? (
                      <>
                        <del>{old ?? 'NULL'}</del> <ins>{now ?? 'NULL'}</ins>
                      </>
                    ) : (
                      ((after ? now : old) ?? <i>NULL</i>)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
