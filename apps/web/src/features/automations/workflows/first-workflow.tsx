import { can } from '@causeway/contract/access.ts';
import type { TemplateKey } from '@causeway/contract/automations/template-choices.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TemplateList } from '../templates/template-list.tsx';
import templateClasses from '../templates/templates.module.css';
import { NewWorkflow } from './new-workflow.tsx';

/** Where a project has no workflows yet: what they are, and the ways to begin one. */
export function FirstWorkflow({ project }: { project: Project }) {
  const { t } = useTranslation('automations');
  const [creating, setCreating] = useState<{ template?: TemplateKey }>();
  const mayWrite = can(project.role, 'workflows.write');
  return (
    <>
      <EmptyState
        icon="tree"
        title={t('workflows.empty')}
        line={t('workflows.emptyLine')}
        action={mayWrite && <Button onClick={() => setCreating({})}>{t('create.action')}</Button>}
        sample={
          mayWrite && (
            <AppLink href="/automations/workflows/wizard">{t('workflows.emptyTry')}</AppLink>
          )
        }
      />
      {mayWrite && (
        <section className={templateClasses.below}>
          <h3 className={templateClasses.heading}>{t('templates.or')}</h3>
          <TemplateList onPick={(template) => setCreating({ template })} />
        </section>
      )}
      {creating && (
        <NewWorkflow
          project={project}
          template={creating.template}
          onClose={() => setCreating(undefined)}
        />
      )}
    </>
  );
}
