import { z } from 'zod';
import { contentLanguages } from '../translatable.ts';

/**
 * The settings a user keeps. Exactly these fields; each has a default, and a stored value that is
 * damaged or from another version falls back field by field, never as a whole.
 */
export const uiLanguages = ['en', 'de'] as const;
export type UiLanguage = (typeof uiLanguages)[number];

/** How long the names and addresses in it may be. */
export const MAX_NAME_LENGTH = 200;
export const MAX_URL_LENGTH = 2000;

const flag = z.boolean();
const name = z.string().max(MAX_NAME_LENGTH);
const url = z.string().min(1).max(MAX_URL_LENGTH);

export const exploreMode = z.object({ url, mode: name, scopeId: name });
export const pin = z.object({ url, name });
export const favorite = z.object({ projectId: name });
export const MAX_EXPLORE_MODES = 200;

export const layout = z.object({
  leftPane: flag,
  bottomPane: flag,
  bottomPaneHeight: z.int().min(80).max(4000),
  rightPaneWidth: z.int().min(160).max(4000),
  intelligencePosition: z.enum(['bottom', 'right']),
});

export const userSettings = z.object({
  theme: z.enum(['auto', 'dark', 'light']),
  /** In which language content is read that exists in several. */
  lang: z.enum(contentLanguages),
  availableUiLanguages: z.array(z.enum(uiLanguages)).max(2),
  uiLang: z.enum(uiLanguages).nullable(),
  showRawNames: flag,
  /** The newest stand last, and are the ones that stay. */
  exploreModes: z
    .array(exploreMode)
    .max(10_000)
    .transform((modes) => modes.slice(-MAX_EXPLORE_MODES)),
  layout,
  pins: z.array(pin).max(500),
  favorites: z.array(favorite).max(1000),
  sidebarCollapsedStates: z.array(name).max(100),
  sidebarSectionOrders: z.array(name).max(100),
});
export type UserSettings = z.infer<typeof userSettings>;

export const defaultSettings: UserSettings = {
  theme: 'auto',
  lang: 'en',
  availableUiLanguages: ['en', 'de'],
  uiLang: null,
  showRawNames: false,
  exploreModes: [],
  layout: {
    leftPane: true,
    bottomPane: false,
    bottomPaneHeight: 300,
    rightPaneWidth: 400,
    intelligencePosition: 'bottom',
  },
  pins: [],
  favorites: [],
  sidebarCollapsedStates: [],
  sidebarSectionOrders: [],
};

/** A change names only what it changes; `layout` is changed field by field too. */
export const settingsChange = userSettings.extend({ layout: layout.partial() }).partial().strict();
export type SettingsChange = z.infer<typeof settingsChange>;

/** Reads what is stored: good fields are kept, the rest is the default. */
export function readSettings(stored: unknown): UserSettings {
  return readFields(userSettings.shape, stored, {
    ...defaultSettings,
    layout: readFields(layout.shape, field(stored, 'layout'), defaultSettings.layout),
  });
}

function readFields<T extends object>(
  shape: Record<string, z.ZodType>,
  stored: unknown,
  defaults: T,
): T {
  const read = { ...defaults } as Record<string, unknown>;
  for (const [key, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(field(stored, key));
    if (parsed.success) read[key] = parsed.data;
  }
  return read as T;
}

function field(stored: unknown, key: string): unknown {
  if (typeof stored !== 'object' || stored === null || !Object.hasOwn(stored, key))
    return undefined;
  return (stored as Record<string, unknown>)[key];
}
