import type { UiLanguage } from '@causeway/contract/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { currentOf } from '#platform/current-project/selection.ts';
import { userQuery } from '#platform/session/user-query.ts';
import { switchLanguage } from './i18n.ts';

/** SET-3: the user's language, else the project's default, else English. */
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
  if (!user || !projects) return undefined;
  return (
    user.settings.uiLang ??
    currentOf(projects, user.selection).project?.settings.defaultUiLang ??
    'en'
  );
}
