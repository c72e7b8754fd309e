import type { ResultSource, RunResult } from '@causeway/contract/sql/editor.ts';
import { Button, Menu, type ButtonProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { suggestKind } from '#domain/dashboards/suggest-kind.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { loadNotifications } from '#ui/notifications.ts';
import { useCopy } from '#ui/use-copy.tsx';
import type { OpenDialog } from '../editor-dialogs.tsx';
import { formatResult, type CopyFormat } from './copy-result.ts';
import classes from './result-actions.module.css';
import type { ResultRows } from './result-rows.ts';

/** As many as anybody pastes somewhere; beyond that an export is the way. */
const MOST_COPIED = 10_000;
const formats: CopyFormat[] = ['csv', 'json', 'markdown', 'insert'];

type ResultActionsProps = {
  result: RunResult;
  rows: ResultRows;
  sql: string;
  title: string;
  maySend: boolean;
  onDialog: (dialog: OpenDialog) => void;
};

/** What can be done with a result as a whole. Where there is little room, the icons say it. */
export function ResultActions({ result, rows, sql, title, maySend, onDialog }: ResultActionsProps) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const { copy } = useCopy({ isTold: true });
  const queryClient = useQueryClient();
  const { project, connector } = useCurrentProject();

  const readTable = (source: ResultSource) =>
    queryClient.ensureQueryData(
      tableQuery({ projectId: project?.id ?? '', connectorId: connector?.id ?? '' }, source),
    );

  async function copyAs(format: CopyFormat) {
    const read = await rows.readFirst(MOST_COPIED);
    const { fields, source } = result;
    const table = format === 'insert' && source && (await readTable(source));
    const copied = { fields, rows: read, source, ...(table && { columns: table.columns }) };
    const isCopied = await copy(formatResult(format, copied));
    if (!isCopied || read.length >= result.loadedRows) return;
    const counts = { copied: number(read.length), all: number(result.loadedRows) };
    const message = t('results.copiedFirst', counts);
    (await loadNotifications()).show({ message, color: 'yellow', withBorder: true });
  }

  return (
    <div className={classes.actions}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Action icon="copy" text={t('results.copy')} />
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => void copyAs(format).catch(notifyError)}>
              {t(`results.copyAs.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Action
        icon="download"
        text={t('results.export')}
        onClick={() => onDialog({ kind: 'export', sql })}
      />
      <Action
        icon="layers"
        text={t('results.snapshot')}
        onClick={() => onDialog({ kind: 'snapshot', runId: result.runId, name: title })}
      />
      {maySend && result.command === 'SELECT' && (
        <Action
          icon="dashboard"
          text={t('dashboard.send')}
          onClick={() => {
            const kind = suggestKind(result.fields, result.loadedRows);
            onDialog({ kind: 'dashboard', sql, tile: { kind } });
          }}
        />
      )}
    </div>
  );
}

type ActionProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, 'style' | 'color'> & { icon: IconName; text: string };

function Action({ icon, text, ...rest }: ActionProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      classNames={{ section: classes.icon ?? '' }}
      leftSection={<Icon name={icon} size={13} />}
      aria-label={text}
      title={text}
      {...rest}
    >
      <span className={classes.text}>{text}</span>
    </Button>
  );
}
