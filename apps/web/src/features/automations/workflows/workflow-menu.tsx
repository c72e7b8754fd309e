import { can } from '@causeway/contract/access.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellLeft } from '#domain/workflows/tell-left.ts';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { saveDefinition } from '#domain/workflows/save-definition.ts';
import { RenameWorkflow } from './rename-workflow.tsx';

type WorkflowMenuProps = {
  project: Project;
  workflow: { id: string; name: string; description: string };
  historyHref: string;
  onDeleted?: () => void;
};

/** What can be done with a workflow as a whole. */
export function WorkflowMenu({ project, workflow, historyHref, onDeleted }: WorkflowMenuProps) {
  const { t } = useTranslation('automations');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [isRenaming, setIsRenaming] = useState(false);
  const { id: workflowId, name } = workflow;
  const projectId = project.id;
  const params = { projectId, workflowId };
  const mayWrite = can(project.role, 'workflows.write');

  async function duplicate() {
    const { definition, description } = await api.call(workflowRoutes.show, { params });
    const body = { name: t('menu.copyOf', { name }).slice(0, 160), description, definition };
    const made = await api.call(workflowRoutes.create, { params: { projectId }, body });
    await refreshWorkflows(projectId);
    openHref(scopedHref(`/automations/workflows/${made.id}`));
  }

  async function download() {
    const { definition } = await api.call(workflowRoutes.show, { params });
    saveDefinition(name, definition);
  }

  async function remove() {
    const { left } = await api.call(workflowRoutes.remove, { params });
    void tellLeft(left);
    onDeleted?.();
    await refreshWorkflows(projectId);
    await showUndo(t('menu.deleted', { name }), async () => {
      await api.call(workflowRoutes.restore, { params });
      await refreshWorkflows(projectId);
    });
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={32} aria-label={t('menu.label', { name })}>
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={AppLink} href={historyHref} leftSection={<Icon name="history" />}>
            {t('menu.history')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="download" />}
            onClick={() => void download().catch(notifyError)}
          >
            {t('menu.download')}
          </Menu.Item>
          {mayWrite && (
            <>
              <Menu.Item leftSection={<Icon name="rename" />} onClick={() => setIsRenaming(true)}>
                {t('menu.rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="copy" />}
                onClick={() => void duplicate().catch(notifyError)}
              >
                {t('menu.duplicate')}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="trash" />}
                onClick={() => void remove().catch(notifyError)}
              >
                {t('menu.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <RenameWorkflow
          projectId={projectId}
          workflow={workflow}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  );
}
