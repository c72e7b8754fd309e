import type { Project } from '@causeway/contract/projects.ts';
import { defaultFormats } from '@causeway/contract/settings/formats.ts';
import { defaultSettings } from '@causeway/contract/settings/settings.ts';
import type { CurrentUser } from '@causeway/contract/users.ts';

type ProjectParts = Partial<Omit<Project, 'connectors'>> & { connectors?: string[] };

/** Connectors are named by their ids; everything a test does not mention is filled in. */
export function createProject({ connectors = [], ...parts }: ProjectParts = {}): Project {
  return {
    id: 'project',
    name: 'Project',
    description: {},
    settings: { defaultUiLang: 'en', timeZone: 'UTC', publicLinks: true, mailDomains: [] },
    sponsorId: null,
    createdAt: '2026-01-01T00:00:00Z',
    role: 'owner',
    connectors: connectors.map((id) => ({
      id,
      name: id,
      implementation: 'sql',
      config: {},
      secretFields: {},
      settings: {},
    })) as Project['connectors'],
    ...parts,
  };
}

export function createUser(parts: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 'user',
    email: 'ada@causeway.test',
    name: 'Ada',
    verified: true,
    staff: false,
    createdAt: '2026-01-01T00:00:00Z',
    settings: defaultSettings,
    formats: defaultFormats,
    selection: { projectId: null, connectorIds: {} },
    avatar: null,
    flags: ['registration', 'support'],
    impersonator: null,
    ...parts,
  };
}
