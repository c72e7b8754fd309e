import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { DashboardDraft } from './use-dashboard-draft.ts';

type CustomizeActionsProps = {
  draft: DashboardDraft;
  isSaving: boolean;
  viewHref: string;
  onAddQuery: () => void;
  onAddText: () => void;
  onAddLink: () => void;
  onSave: () => void;
};

export function CustomizeActions(props: CustomizeActionsProps) {
  const { draft, isSaving, viewHref, onAddQuery, onAddText, onAddLink, onSave } = props;
  const { t } = useTranslation('dashboards');
  return (
    <>
      <Tooltip label={t('undo')}>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('undo')}
          disabled={!draft.mayUndo}
          onClick={draft.undo}
        >
          <Icon name="undo" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('redo')}>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('redo')}
          disabled={!draft.mayRedo}
          onClick={draft.redo}
        >
          <Icon name="redo" />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="plus" />}>
            {t('addTile')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="code" />} onClick={onAddQuery}>
            {t('addQuery')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="fileText" />} onClick={onAddText}>
            {t('addText')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="link" />} onClick={onAddLink}>
            {t('addLink')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button component={AppLink} href={viewHref} variant="default">
        {t(draft.isChanged ? 'later' : 'done')}
      </Button>
      <Button disabled={!draft.isChanged} loading={isSaving} onClick={onSave}>
        {t('save')}
      </Button>
    </>
  );
}
