import type { Project } from '@causeway/contract/projects.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { CurrentUser } from '@causeway/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listLoadedProjects, projectsQuery } from '#platform/current-project/projects-query.ts';
import { currentOf } from '#platform/current-project/selection.ts';
import { findCurrentUser, userQuery } from '#platform/session/user-query.ts';
import { browserLanguage, switchLanguage } from './i18n.ts';

/** SET-3: the user's language, else the project's default; without a project what the browser asks for, else English. */
export function LanguageFollower() {
  const language = useChosenLanguage();
  useEffect(() => {
    if (language) void switchLanguage(language);
  }, [language]);
  return null;
}

function useChosenLanguage(): UiLanguage | undefined {
  const user = useQuery({ ...userQuery, enabled: false }).data;
  const projects = useQuery({ ...projectsQuery, enabled: false }).data;
  return user && projects && languageOf(user, projects);
}

/** The language of who is signed in, before anything is drawn: a page never changes it under the reader. */
export async function startInLanguage(): Promise<void> {
  const user = findCurrentUser();
  if (user) await switchLanguage(languageOf(user, listLoadedProjects()));
}

export function languageOf(user: CurrentUser, projects: Project[]): UiLanguage {
  const { project } = currentOf(projects, user.selection);
  return user.settings.uiLang ?? project?.settings.defaultUiLang ?? browserLanguage();
}
