import { Button } from '@mantine/core';
import { EmptyState } from '#ui/empty-state.tsx';
import type { IconName } from '#ui/icon.tsx';
import { AppLink } from './app-link.tsx';

type NoProjectStateProps = { icon: IconName; title: string; line: string; action: string };

/** Where somebody is in no project yet: what is missing, and the way to get one. */
export function NoProjectState({ icon, title, line, action }: NoProjectStateProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      line={line}
      action={
        <Button component={AppLink} href="/account/workspaces">
          {action}
        </Button>
      }
    />
  );
}
