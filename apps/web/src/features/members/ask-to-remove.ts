import { type Belonging, type Member, memberRoutes } from '@causeway/contract/members/members.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { TFunction } from 'i18next';
import { api } from '#platform/api/api.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';

const MOST_NAMED = 4;

/** Names what stops or hides with somebody before they are removed. */
export async function askToRemove(
  t: TFunction<'members'>,
  project: Project,
  member: Member,
): Promise<boolean> {
  const params = { projectId: project.id, userId: member.userId };
  const belongings = await api.call(memberRoutes.belongings, { params });
  return confirmDialog({
    title: t('remove.question', { name: member.name, project: project.name }),
    lead: 'happens',
    losses: [t('remove.loss', { name: member.name }), ...lossesOf(t, belongings)],
    confirmLabel: t('remove.action'),
  });
}

function lossesOf(t: TFunction<'members'>, belongings: Belonging[]): string[] {
  return [...Map.groupBy(belongings, ({ kind }) => kind)].map(([kind, list]) => {
    const names = list.slice(0, MOST_NAMED).map(({ name }) => name);
    if (list.length > MOST_NAMED) names.push('…');
    return t(`remove.belongings.${kind}`, { count: list.length, names: names.join(', ') });
  });
}
