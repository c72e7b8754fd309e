import { type Project, projectRoutes } from '@causeway/contract/projects.ts';
import { api } from '#platform/api/api.ts';
import { shownLanguage } from '#platform/i18n/i18n.ts';
import { localZone } from '#platform/i18n/local-zone.ts';

/** Who joins later reads what the one who made it reads, and means their nine o'clock. */
export function createProject(name: string): Promise<Project> {
  return api.call(projectRoutes.create, {
    body: {
      name: name.trim(),
      settings: { defaultUiLang: shownLanguage(), timeZone: localZone() },
    },
  });
}
