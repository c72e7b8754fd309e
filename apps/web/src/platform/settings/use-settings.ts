import type { SettingsChange, UserSettings } from '@causeway/contract/settings/settings.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeUser } from './user-changes.ts';

export function useSettings(): UserSettings {
  return useCurrentUser().settings;
}

/** Saved at once; a refused change is taken back and the user is told. */
export function changeSetting(change: SettingsChange): void {
  changeUser({ settings: change }).catch(notifyError);
}
