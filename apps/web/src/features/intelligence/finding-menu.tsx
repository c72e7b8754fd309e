import {
  dismissReasons,
  type DismissReason,
  type Finding,
  intelligenceRoutes,
} from '@causeway/contract/intelligence/intelligence.ts';
import { tableTitle } from '@causeway/contract/intelligence/texts.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshIntelligence } from '#domain/intelligence/followers.ts';
import { membersQuery } from '#domain/members/members-query.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { NoteDialog } from './note-dialog.tsx';

type FindingMenuProps = { project: Project; finding: Finding };

const snoozeDays = [1, 7, 30] as const;
type Asked = { kind: 'dismiss'; reason: DismissReason } | { kind: 'snooze'; days: number };

/** What becomes of a finding besides its fix: later, never, or somebody else's. */
export function FindingMenu({ project, finding }: FindingMenuProps) {
  const { t } = useTranslation('intelligence');
  const [asked, setAsked] = useState<Asked>();
  const params = { projectId: project.id, findingId: finding.id };
  const act = useMutation({
    mutationFn: async (go: () => Promise<unknown>) => {
      await go();
      await refreshIntelligence(project.id);
    },
    onError: notifyError,
  });
  const isHidden = finding.state === 'dismissed' || finding.state === 'snoozed';
  const decide = (note: string, mutesSeries: boolean) =>
    act.mutateAsync(() =>
      asked?.kind === 'snooze'
        ? api.call(intelligenceRoutes.snooze, { params, body: { days: asked.days, note } })
        : api.call(intelligenceRoutes.dismiss, {
            params,
            body: { reason: asked?.reason ?? 'known', note, mutesSeries },
          }),
    );
  const isLess = Number(finding.facts['value']) < Number(finding.facts['expected']);
  const mute =
    finding.check === 'unusual-day'
      ? {
          label: t(isLess ? 'mute.less' : 'mute.more', { table: tableTitle(finding) }),
          description: t('mute.until'),
        }
      : undefined;
  return (
    <>
      {isHidden ? (
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate(() => api.call(intelligenceRoutes.reopen, { params }))}
        >
          {t('reopen')}
        </Button>
      ) : (
        <>
          <Choice label={t('snooze.action')} icon="clock">
            {snoozeDays.map((days) => (
              <Menu.Item key={days} onClick={() => setAsked({ kind: 'snooze', days })}>
                {t('snooze.days', { count: days })}
              </Menu.Item>
            ))}
          </Choice>
          <Choice label={t('dismiss.action')} icon="eyeOff">
            {dismissReasons.map((reason) => (
              <Menu.Item key={reason} onClick={() => setAsked({ kind: 'dismiss', reason })}>
                {t(`dismiss.${reason}`)}
              </Menu.Item>
            ))}
          </Choice>
        </>
      )}
      <Assign
        project={project}
        finding={finding}
        onAssign={(userId) =>
          act.mutate(() => api.call(intelligenceRoutes.assign, { params, body: { userId } }))
        }
      />
      {asked && (
        <NoteDialog
          title={
            asked.kind === 'snooze'
              ? t('snooze.title', { count: asked.days })
              : t(`dismiss.${asked.reason}`)
          }
          action={t(asked.kind === 'snooze' ? 'snooze.action' : 'dismiss.action')}
          also={asked.kind === 'dismiss' ? mute : undefined}
          onDo={decide}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type ChoiceProps = { label: string; icon: 'clock' | 'eyeOff'; children: React.ReactNode };

function Choice({ label, icon, children }: ChoiceProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name={icon} />}
          rightSection={<Icon name="chevronDown" />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

type AssignProps = FindingMenuProps & { onAssign: (userId: string | null) => void };

function Assign({ project, finding, onAssign }: AssignProps) {
  const { t } = useTranslation('intelligence');
  const [isOpen, setIsOpen] = useState(false);
  const members = useQuery({ ...membersQuery(project.id), enabled: isOpen });
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="user" />}
          rightSection={<Icon name="chevronDown" />}
        >
          {finding.assignee?.name ?? t('assign.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {members.data?.members.slice(0, 30).map(({ userId, name }) => (
          <Menu.Item key={userId} onClick={() => onAssign(userId)}>
            {name}
          </Menu.Item>
        ))}
        {finding.assignee && (
          <Menu.Item onClick={() => onAssign(null)}>{t('assign.nobody')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
