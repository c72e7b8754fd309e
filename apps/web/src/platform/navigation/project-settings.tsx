import type { Project } from '@causeway/contract/projects.ts';
import type { ReactNode } from 'react';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { IconName } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

type ProjectSettingsProps = {
  title: string;
  line: string;
  /** Shown where somebody is in no project yet. */
  none: { icon: IconName; title: string; line: string };
  children: (project: Project) => ReactNode;
};

/** The frame of a page about the settings of the project one is in. */
export function ProjectSettings({ title, line, none, children }: ProjectSettingsProps) {
  const { project } = useCurrentProject();
  return (
    <PageFrame>
      <PageHeader title={title} line={line} />
      <SettingsTabs />
      {project ? children(project) : <EmptyState {...none} />}
    </PageFrame>
  );
}
