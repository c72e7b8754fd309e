import { importRoutes } from '@causeway/contract/imports/imports.ts';
import { MOST_REJECTS, type ImportRecord } from '@causeway/contract/imports/records.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { saveBlob } from '#domain/exports/save-from.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { rejectsQuery } from '../imports-query.ts';
import { fileNameOf } from '../names.ts';
import classes from './outcome.module.css';
import { RejectList } from './reject-list.tsx';

type RejectsProps = { connectorId: string; record: ImportRecord; count: number };

/** Every refused row by line, some on screen, all in a file that can be mended and brought again. */
export function Rejects({ connectorId, record, count }: RejectsProps) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const rejects = useInfiniteQuery(rejectsQuery(connectorId, record));
  const save = useMutation({
    mutationFn: () =>
      api.file(importRoutes.rejectsFile, {
        params: { importId: record.id },
        query: { connector: { id: connectorId } },
      }),
    onSuccess: (file) => saveBlob(file, t('rejects.fileName', { name: fileNameOf(record.source) })),
    onError: notifyError,
  });
  return (
    <div className={classes.rejects}>
      <div className={classes.rejectsHead}>
        <h3 className={classes.subtitle}>{t('rejects.title', { count, number: number(count) })}</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('rejects.download')}
        </Button>
      </div>
      <QueryView query={rejects} errorTitle={t('rejects.failed')}>
        {({ pages }) => (
          <>
            <RejectList rejects={pages.flatMap(({ items }) => items)} />
            {rejects.hasNextPage && (
              <Button
                mt="xs"
                size="compact-sm"
                variant="default"
                loading={rejects.isFetchingNextPage}
                onClick={() => void rejects.fetchNextPage()}
              >
                {t('rejects.more')}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {count > MOST_REJECTS && (
        <p className={classes.line}>{t('rejects.most', { number: number(MOST_REJECTS) })}</p>
      )}
    </div>
  );
}
