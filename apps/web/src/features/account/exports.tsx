import { accountRoutes, type AccountExport } from '@causeway/contract/account.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import classes from './account.module.css';
import { exportsQuery } from './exports-query.ts';
import { Problem } from './problem.tsx';

export function Exports() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const exports = useQuery(exportsQuery);
  const start = useMutation({
    mutationFn: () => withProof(() => api.call(accountRoutes.startExport)),
    onSuccess: () => queryClient.invalidateQueries(exportsQuery),
  });
  return (
    <div className={classes.stack}>
      <QueryView query={exports} empty={null}>
        {(list) => (
          <ul className={classes.rows}>
            {list.map((one) => (
              <ExportRow key={one.id} one={one} />
            ))}
          </ul>
        )}
      </QueryView>
      <Button
        variant="default"
        className={classes.fit}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('exports.start')}
      </Button>
      <Problem error={start.error} />
    </div>
  );
}

function ExportRow({ one }: { one: AccountExport }) {
  const { t, i18n } = useTranslation('account');
  const formats = useFormats();
  const fetchFile = useMutation({
    mutationFn: () => api.file(accountRoutes.downloadExport, { params: { exportId: one.id } }),
    onSuccess: (file) => saveBlob(file, `causeway-${one.createdAt.slice(0, 10)}.zip`),
  });
  const lines = {
    making: t('exports.making'),
    failed: t('exports.failed'),
    ready: t('exports.ready', {
      size: formatBytes(one.size, i18n.language),
      date: formats.date(one.expiresAt),
    }),
  };
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={classes.rowName}>{formats.dateTime(one.createdAt)}</p>
        <p className={classes.small}>{lines[one.state]}</p>
        <Problem error={fetchFile.error} />
      </div>
      {one.state === 'making' && <Loader size="xs" aria-label={t('exports.making')} />}
      {one.state === 'ready' && (
        <Button
          variant="default"
          size="xs"
          loading={fetchFile.isPending}
          onClick={() => fetchFile.mutate()}
        >
          {t('exports.download')}
        </Button>
      )}
    </li>
  );
}
