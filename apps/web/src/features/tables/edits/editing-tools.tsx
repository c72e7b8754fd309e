import { can } from '@causeway/contract/access.ts';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './editing-tools.module.css';
import type { ReadOnlyReason } from './read-only-reason.ts';

type EditingToolsProps = {
  readOnlyReason: ReadOnlyReason | undefined;
  historyHref: string;
  onAdd: () => void;
  /** Adds a row on a page of its own. */
  onAddPage: () => void;
};

/** Adding rows and looking at what was written; where nothing can be changed, why. */
export function EditingTools(props: EditingToolsProps) {
  const { t } = useTranslation('edits');
  const { readOnlyReason, historyHref, onAdd, onAddPage } = props;
  const { project } = useCurrentProject();
  // Rows without a key can't be told apart, but more of them can be added.
  const mayOnlyAdd =
    readOnlyReason === 'no-key' && project !== undefined && can(project.role, 'sql.write');
  return (
    <>
      {mayOnlyAdd && <AddRowButton onAdd={onAddPage} isTool />}
      {readOnlyReason ? (
        <Tooltip label={t(`readOnly.${readOnlyReason}`)} multiline maw={320}>
          {/* Why nothing can be changed must be within reach of a keyboard too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <span className={classes.readOnly} tabIndex={0}>
            <Icon name="lock" size={13} /> {t('readOnly.label')}
          </span>
        </Tooltip>
      ) : (
        <Button.Group className={classes.add}>
          <AddRowButton onAdd={onAdd} isTool />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="light" px={4} aria-label={t('addMenu')}>
                <Icon name="chevronDown" size={13} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="row" />} onClick={onAdd}>
                {t('addHere')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="fileText" />} onClick={onAddPage}>
                {t('addPage')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      )}
      <Tooltip label={t('history.title')}>
        <ActionIcon
          component={AppLink}
          href={historyHref}
          size={28}
          variant="subtle"
          aria-label={t('history.title')}
        >
          <Icon name="history" />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

type AddRowButtonProps = {
  onAdd: () => void;
  /** Stands among other signs, where a phone has no room for its name. */
  isTool?: boolean;
};

export function AddRowButton({ onAdd, isTool = false }: AddRowButtonProps) {
  const { t } = useTranslation('edits');
  return (
    <Button
      size="compact-sm"
      variant="light"
      className={isTool ? classes.add : ''}
      aria-label={t('addRow')}
      leftSection={<Icon name="plus" size={14} />}
      onClick={onAdd}
    >
      <span className={classes.label}>{t('addRow')}</span>
    </Button>
  );
}
