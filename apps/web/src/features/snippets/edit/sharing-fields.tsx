import { can } from '@causeway/contract/access.ts';
import { visibilities } from '@causeway/contract/snippets/snippet.ts';
import { NativeSelect, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import type { SnippetDraft } from './draft.ts';

type SharingFieldsProps = {
  draft: SnippetDraft;
  isMine: boolean;
  onChange: (change: Partial<SnippetDraft>) => void;
};

/** Who sees it. A team's belongs to a project in which the author may write. */
export function SharingFields({ draft, isMine, onChange }: SharingFieldsProps) {
  const { t } = useTranslation('snippets');
  const { project: current } = useCurrentProject();
  const projects = useProjects().filter(({ role }) => can(role, 'snippets.share'));
  const usual = projects.find(({ id }) => id === current?.id) ?? projects[0];
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('facts.visibility')}
        description={isMine ? undefined : t('edit.authorDecides')}
        value={draft.visibility}
        onChange={(value) => {
          const visibility = visibilities.find((one) => one === value) ?? 'private';
          const projectId = visibility === 'team' ? (draft.projectId ?? usual?.id ?? null) : null;
          onChange({ visibility, projectId });
        }}
      >
        <Stack gap={8} mt={8}>
          {visibilities.map((value) => {
            const hasNoTeam = value === 'team' && projects.length === 0;
            return (
              <Radio
                key={value}
                value={value}
                disabled={!isMine || hasNoTeam}
                label={t(`visibility.${value}`)}
                description={t(hasNoTeam ? 'edit.noTeam' : `visibility.${value}Line`)}
              />
            );
          })}
        </Stack>
      </Radio.Group>
      {draft.visibility === 'team' && isMine && (
        <NativeSelect
          label={t('edit.project')}
          value={draft.projectId ?? ''}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => onChange({ projectId: value })}
        />
      )}
    </Stack>
  );
}
