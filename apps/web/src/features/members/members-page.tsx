import { can } from '@causeway/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '@causeway/contract/projects.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from '#domain/members/members-query.ts';
import classes from './members.module.css';

export default function MembersPage() {
  const { t } = useTranslation('members');
  const { project } = useCurrentProject();
  return (
    <PageFrame>
      <PageHeader title={t('title')} line={t('line')} />
      <SettingsTabs />
      {project ? (
        <Members key={project.id} project={project} />
      ) : (
        <EmptyState icon="users" title={t('none')} line={t('noneLine')} />
      )}
    </PageFrame>
  );
}

function Members({ project }: { project: Project }) {
  const { t } = useTranslation('members');
  const members = useQuery(membersQuery(project.id));
  const mayManage = can(project.role, 'members.manage');
  return (
    <>
      {mayManage && <InviteForm project={project} />}
      <QueryView query={members} skeleton={<SkeletonTable rows={3} columns={4} />}>
        {(list) => (
          <>
            <MemberTable project={project} members={list.members} />
            {list.invitations.length > 0 && (
              <>
                <h2 className={classes.heading}>{t('invitations.title')}</h2>
                <InvitationTable
                  project={project}
                  invitations={list.invitations}
                  mayManage={mayManage}
                />
              </>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}
