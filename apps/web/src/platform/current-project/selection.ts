import type { Project } from '@causeway/contract/projects.ts';
import type { Selection } from '@causeway/contract/users.ts';
import type { Connector } from './projects-query.ts';

export type Current = { project: Project | undefined; connector: Connector | undefined };

/** CONN-4: the remembered project, else the first; in it the remembered connector, else the first. */
export function currentOf(projects: Project[], selection: Selection): Current {
  const project = projects.find(({ id }) => id === selection.projectId) ?? projects[0];
  return { project, connector: project && connectorOf(project, selection) };
}

export function connectorOf(project: Project, selection: Selection): Connector | undefined {
  const remembered = selection.connectorIds[project.id];
  return project.connectors.find(({ id }) => id === remembered) ?? project.connectors[0];
}

export function select(selection: Selection, project: Project, connector?: Connector): Selection {
  return {
    projectId: project.id,
    connectorIds: connector
      ? { ...selection.connectorIds, [project.id]: connector.id }
      : selection.connectorIds,
  };
}
