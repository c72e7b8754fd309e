import { can } from '@causeway/contract/access.ts';
import { dataLevels, type DataLevel } from '@causeway/contract/assistant/parts.ts';
import {
  type AssistantSettings,
  assistantSettingsRoutes,
} from '@causeway/contract/assistant/settings.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshThreads } from '#domain/assistant/threads-query.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { ProjectSettings } from '#platform/navigation/project-settings.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { FormSection } from '#ui/form-section.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { GoldenList } from './golden-list.tsx';
import { McpClients } from './mcp-clients.tsx';
import { MeasureList } from './measure-list.tsx';
import { ModelForm } from './model-form.tsx';
import { settingsQuery } from './settings-query.ts';

/** Which model answers, what it is shown, and how programs of one's own get in. */
export default function AssistantSettingsPage() {
  const { t } = useTranslation('assistant-settings');
  return (
    <ProjectSettings
      title={t('title')}
      line={t('line')}
      none={{ icon: 'sparkles', title: t('noProject.title'), line: t('noProject.line') }}
    >
      {(project) => <Settings key={project.id} project={project} />}
    </ProjectSettings>
  );
}

function Settings({ project }: { project: Project }) {
  const { t } = useTranslation('assistant-settings');
  const settings = useQuery(settingsQuery(project.id));
  const mayChange = can(project.role, 'assistant.configure');
  return (
    <>
      <QueryView query={settings} skeleton={<SkeletonLines count={6} />}>
        {(shown) => (
          <>
            <FormSection title={t('model.title')} line={t('model.line')}>
              <ModelForm
                key={JSON.stringify([
                  shown.model?.provider,
                  shown.model?.model,
                  shown.model?.baseUrl,
                ])}
                projectId={project.id}
                settings={shown}
                mayChange={mayChange}
              />
            </FormSection>
            <FormSection title={t('level.title')} line={t('level.line')}>
              <LevelField projectId={project.id} settings={shown} mayChange={mayChange} />
            </FormSection>
          </>
        )}
      </QueryView>
      <FormSection title={t('measures.title')} line={t('measures.line')}>
        <MeasureList project={project} />
      </FormSection>
      <FormSection title={t('golden.title')} line={t('golden.line')}>
        <GoldenList project={project} />
      </FormSection>
      <FormSection title={t('mcp.title')} line={t('mcp.line')}>
        <McpClients project={project} />
      </FormSection>
    </>
  );
}

type LevelFieldProps = { projectId: string; settings: AssistantSettings; mayChange: boolean };

function LevelField({ projectId, settings, mayChange }: LevelFieldProps) {
  const { t } = useTranslation('assistant-settings');
  const change = useMutation({
    mutationFn: (level: DataLevel) =>
      api.call(assistantSettingsRoutes.update, { params: { projectId }, body: { level } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(settingsQuery(projectId).queryKey, changed);
      await refreshThreads(projectId);
    },
    onError: notifyError,
  });
  const shown = (change.isPending && change.variables) || settings.level;
  return (
    <Radio.Group
      aria-label={t('level.title')}
      value={shown}
      onChange={(level) => change.mutate(level)}
    >
      <Stack gap="sm">
        {dataLevels.map((level) => (
          <Radio
            key={level}
            value={level}
            disabled={!mayChange}
            label={t(`level.${level}.name`)}
            description={t(`level.${level}.line`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
