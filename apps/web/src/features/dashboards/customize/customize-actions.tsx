import type { TileContent } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { AddImageDialog } from './add-image-dialog.tsx';
import classes from './customize-page.module.css';
import type { DashboardDraft } from './use-dashboard-draft.ts';

type CustomizeActionsProps = {
  project: Project;
  draft: DashboardDraft;
  isSaving: boolean;
  viewHref: string;
  onAddQuery: () => void;
  onAdd: (tile: TileContent) => void;
  onSave: () => void;
};

export function CustomizeActions(props: CustomizeActionsProps) {
  const { project, draft, isSaving, viewHref, onAddQuery, onAdd, onSave } = props;
  const { t } = useTranslation('dashboards');
  const [isImage, setIsImage] = useState(false);
  const bucket = project.connectors.find(({ implementation }) => implementation === 's3');
  return (
    <>
      {draft.isChanged && (
        <output className={classes.kept} data-state={draft.keepState}>
          {t(`kept.${draft.keepState}`)}
        </output>
      )}
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
          <Menu.Item
            leftSection={<Icon name="fileText" />}
            onClick={() => onAdd({ kind: 'text', title: '', text: t('newText') })}
          >
            {t('addText')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="link" />}
            onClick={() => onAdd({ kind: 'link', title: '', text: '', href: '/dashboards' })}
          >
            {t('addLink')}
          </Menu.Item>
          {bucket && (
            <Menu.Item leftSection={<Icon name="image" />} onClick={() => setIsImage(true)}>
              {t('image.add')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isImage && bucket && (
        <AddImageDialog
          project={project}
          bucketId={bucket.id}
          onAdd={onAdd}
          onClose={() => setIsImage(false)}
        />
      )}
      <Button component={AppLink} href={viewHref} variant="default">
        {t(draft.isChanged ? 'later' : 'done')}
      </Button>
      <Button disabled={!draft.isChanged} loading={isSaving} onClick={onSave}>
        {t('publish')}
      </Button>
    </>
  );
}
