import { z } from 'zod';
import { flagName } from './flags.ts';
import { id, instant, route } from './route.ts';
import { formatsChange, userFormats } from './settings/formats.ts';
import { settingsChange, userSettings } from './settings/settings.ts';

export const personName = z.string().trim().min(1).max(120);
export const email = z.email().max(254);

/** Which project, and which connector in each project, the user worked in last. */
export const selection = z.object({
  projectId: id.nullable(),
  connectorIds: z.record(id, id),
});
export type Selection = z.infer<typeof selection>;

export const currentUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  verified: z.boolean(),
  staff: z.boolean(),
  createdAt: instant,
  settings: userSettings,
  formats: userFormats,
  selection,
  /** What is turned on for them. */
  flags: z.array(flagName),
  /** Names their picture; see `avatarPath`. */
  avatar: id.nullable(),
  /** The staff member acting as this user, if any, and until when. */
  impersonator: z.object({ id, name: z.string(), until: instant }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/**
 * What PATCH /user may change. A caller may send the whole user back: fields that are not editable
 * are refused only when they differ from what is stored.
 */
export const userChange = z.looseObject({
  name: personName.optional(),
  selection: selection.optional(),
  formats: formatsChange.optional(),
  settings: settingsChange.optional(),
  /** The values the settings change started from, so that lists of several tabs are merged. */
  settingsBase: settingsChange.optional(),
});

export const userRoutes = {
  read: route({
    method: 'GET',
    path: '/user',
    summary: 'The signed-in user with settings',
    access: 'account',
    answer: currentUser,
  }),
  update: route({
    method: 'PATCH',
    path: '/user',
    summary: 'Change own name, settings, formats or selection',
    access: 'account',
    body: userChange,
    answer: currentUser,
  }),
};
