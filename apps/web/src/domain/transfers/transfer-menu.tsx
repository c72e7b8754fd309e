import { can } from '@causeway/contract/access.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { ExportOnDemand } from '#domain/exports/export-on-demand.tsx';
import type { ExportedTable } from '#domain/exports/export-subject.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './transfer-menu.module.css';

type TransferMenuProps = {
  connectorId: string;
  /** Asked for when the menu is used: what is selected by then counts. */
  subject: () => ExportedTable;
  selectedCount: number;
  /** Whether rows can be written at all, whoever asks. */
  isWritable: boolean;
};

/** Everything that moves rows of a table in or out, or changes many of them. */
export function TransferMenu(props: TransferMenuProps) {
  const { connectorId, subject, selectedCount, isWritable } = props;
  const { t } = useTranslation('domain');
  const { number } = useFormats();
  const { project } = useCurrentProject();
  const scopedHref = useScopedHref();
  const [exported, setExported] = useState<ExportedTable>();
  const mayWrite = isWritable && project !== undefined && can(project.role, 'sql.write');

  function hrefTo(path: string, { schema, table, filter, where }: ExportedTable): string {
    const search = new URLSearchParams(schema === DEFAULT_SCHEMA ? {} : { schema });
    search.set('table', table);
    if (path === '/sql/replace' && filter) search.set('filter', JSON.stringify(filter));
    if (path === '/sql/replace' && where.trim() !== '') search.set('where', where);
    return `${scopedHref(path)}&${search}`;
  }

  const here = subject();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes.button}
            leftSection={<Icon name="download" />}
          >
            {t('transfers.action')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="download" />} onClick={() => setExported(subject())}>
            {selectedCount > 0
              ? t('transfers.exportSelected', {
                  count: selectedCount,
                  number: number(selectedCount),
                })
              : t('transfers.export')}
          </Menu.Item>
          {mayWrite && (
            <>
              <Menu.Item
                component={AppLink}
                href={hrefTo('/explore/import', here)}
                leftSection={<Icon name="upload" />}
              >
                {t('transfers.import')}
              </Menu.Item>
              <Menu.Item
                component={AppLink}
                href={hrefTo('/sql/replace', here)}
                leftSection={<Icon name="replace" />}
              >
                {t('transfers.replace')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item
            component={AppLink}
            href={`${scopedHref('/explore/import')}&view=activity`}
            leftSection={<Icon name="history" />}
          >
            {t('transfers.activity')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportOnDemand
        connectorId={connectorId}
        subject={exported}
        onClose={() => setExported(undefined)}
      />
    </>
  );
}
