import { isFavorite, toggleFavorite } from '@causeway/contract/settings/favorites.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { Icon } from '#ui/icon.tsx';
import { favoritesFirst } from '../favorites-first.ts';
import type { Trigger } from '../on-demand.tsx';
import { useSwitchTo } from '../use-switch-to.ts';
import { ChoicesPopover } from './choices-popover.tsx';
import classes from './header.module.css';

export default function ProjectChoices({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('shell');
  const { project: current } = useCurrentProject();
  const { favorites } = useSettings();
  const projects = favoritesFirst(useProjects(), favorites);
  const switchTo = useSwitchTo();
  return (
    <ChoicesPopover trigger={trigger} title={t('projects.title')}>
      {(close) => ({
        choices: projects.map((project) => (
          <ProjectChoice
            key={project.id}
            project={project}
            isCurrent={project.id === current?.id}
            onChoose={() => {
              close();
              switchTo(project);
            }}
          />
        )),
        footer: (
          <AppLink href="/account/workspaces" className={classes.choiceButton} onClick={close}>
            <Icon name="building" />
            {t('projects.all')}
          </AppLink>
        ),
      })}
    </ChoicesPopover>
  );
}

type ProjectChoiceProps = { project: Project; isCurrent: boolean; onChoose: () => void };

function ProjectChoice({ project, isCurrent, onChoose }: ProjectChoiceProps) {
  const { t } = useTranslation('shell');
  const { id: userId } = useCurrentUser();
  const { favorites } = useSettings();
  const isStarred = isFavorite(favorites, project.id);
  const toggle = useSingleTap(() =>
    changeSetting({ favorites: toggleFavorite(favorites, project.id) }),
  );
  const starLabel = t(isStarred ? 'projects.unstar' : 'projects.star', { name: project.name });
  return (
    <li className={classes.choice}>
      <button
        type="button"
        className={classes.choiceButton}
        aria-current={isCurrent}
        onClick={onChoose}
      >
        <span className={classes.choiceText}>{project.name}</span>
        {project.sponsorId === userId && (
          <span className={classes.sponsored} title={t('projects.sponsoredHint')}>
            {t('projects.sponsored')}
          </span>
        )}
        {isCurrent && <Icon name="check" size={14} />}
      </button>
      <ActionIcon
        className={classes.star}
        size={28}
        aria-label={starLabel}
        aria-pressed={isStarred}
        onClick={toggle}
      >
        <Icon name={isStarred ? 'starFilled' : 'star'} size={14} />
      </ActionIcon>
    </li>
  );
}
