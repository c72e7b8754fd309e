import { can } from '@causeway/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '@causeway/contract/projects.ts';
import { ProjectSettings } from '#platform/navigation/project-settings.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from '#domain/members/members-query.ts';
import classes from './members.module.css';

export default function MembersPage() {
  const { t } = useTranslation('members');
  return (
    <ProjectSettings
      title={t('title')}
      line={t('line')}
      none={{ icon: 'users', title: t('none'), line: t('noneLine') }}
    >
      {(project) => <Members key={project.id} project={project} />}
    </ProjectSettings>
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
